import { clsx as cx } from 'clsx'
import { Award, Medal, Trophy } from 'lucide-react'
import { Link } from 'react-router-dom'
import { token } from '../../../../domain/limits.ts'
import type { Output } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { WalletAddress } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Avatar } from '../../ui/user.tsx'

export type BoardSort = 'earnings' | 'tasks'
type Entry = Output<'GET /api/leaderboard'>[number]

interface Props {
  entries: Entry[]
  sort: BoardSort
  onSort: (sort: BoardSort) => void
  /** The id of the viewer, whose row is marked. */
  viewerId: string | undefined
}

/** The columns Rank, User, Wallet Address, Tasks Completed and Total Earned. */
export function LeaderboardTable({ entries, sort, onSort, viewerId }: Props) {
  return (
    <DataTable
      caption={`Top earners, by ${sort === 'earnings' ? 'earnings' : 'tasks completed'}`}
      columns={columns(viewerId)}
      rows={entries}
      rowKey={(entry) => entry.userId}
      // The background of the first three rows.
      rowClass={({ rank }) => special[rank - 1]?.row}
      sortedBy={sort}
      onSort={(key) => onSort(key === 'tasks' ? 'tasks' : 'earnings')}
    />
  )
}

function columns(viewerId: string | undefined): Column<Entry>[] {
  return [
    { key: 'rank', label: 'Rank', card: 'mark', render: ({ rank }) => <Rank rank={rank} /> },
    {
      key: 'user',
      label: 'User',
      card: 'lead',
      render: (entry) => (
        <span className="flex min-w-0 items-center gap-2 lg:gap-3">
          <Avatar user={{ ...entry, profileImage: null }} className="size-8 text-xs lg:size-9 lg:text-sm" />
          <Link
            to={`/u/${entry.username}`}
            className="min-w-0 break-all font-semibold underline-offset-4 hover:underline lg:truncate"
          >
            {entry.username}
          </Link>
          {entry.userId === viewerId && <Badge tone="paid">You</Badge>}
        </span>
      ),
    },
    {
      key: 'wallet',
      label: 'Wallet Address',
      render: ({ walletAddress }) => <WalletAddress value={walletAddress} className="text-ink-2 text-sm" />,
    },
    {
      key: 'tasks',
      label: 'Tasks Completed',
      end: true,
      isSortable: true,
      render: ({ completedTasks }) => <span className="font-semibold">{formatNumber(completedTasks)}</span>,
    },
    {
      key: 'earnings',
      card: 'side',
      label: `Total Earned (${token.rewardUnit})`,
      end: true,
      isSortable: true,
      render: ({ totalEarned }) => <Money amount={totalEarned} tone="paid" size="sm" className="text-lg" />,
    },
  ]
}

const special = [
  { Icon: Trophy, ink: 'text-gold', row: 'bg-gold-soft' },
  { Icon: Medal, ink: 'text-silver', row: 'bg-silver-soft' },
  { Icon: Award, ink: 'text-bronze', row: 'bg-bronze-soft' },
]

/** The rank; the first three have a medal. */
function Rank({ rank }: { rank: number }) {
  const medal = special[rank - 1]
  return (
    <span className="flex items-center gap-1.5 font-[650] @max-[58rem]:min-w-10 text-lg">
      {medal ? (
        <medal.Icon aria-hidden="true" strokeWidth={1.75} className={cx('size-6', medal.ink)} />
      ) : (
        <span className="size-6 @max-[58rem]:hidden" />
      )}
      <span className={cx(!medal && 'text-ink-2')}>{rank}</span>
    </span>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { type BoardSort, LeaderboardTable } from '../features/leaderboard/leaderboard-table.tsx'
import { announce } from '../lib/announce.ts'
import { useTitle } from '../lib/page-head.ts'
import { apiQuery } from '../lib/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Skeleton } from '../ui/page-states.tsx'
import { ToggleGroup } from '../ui/toggle-group.tsx'

const orders = [
  { value: 'earnings', label: 'By earnings' },
  { value: 'tasks', label: 'By tasks completed' },
] as const

/** The users who earned most. The order is stored in the URL. */
export default function LeaderboardPage() {
  useTitle(
    'Leaderboard',
    'Who has earned the most and completed the most tasks. Every reward in this list was paid from escrow.',
  )
  const { user } = useAuth()
  const [params, setParams] = useSearchParams()
  const sort: BoardSort = params.get('sort') === 'tasks' ? 'tasks' : 'earnings'
  // The server ranks, so each order is a separate query.
  const query = useQuery({ ...apiQuery('GET /api/leaderboard', { sort }), placeholderData: keepPreviousData })
  const choose = (next: BoardSort) => {
    announce(`Sorted ${orders.find(({ value }) => value === next)?.label.toLowerCase()}.`)
    setParams(next === 'tasks' ? { sort: next } : {}, { replace: true })
  }
  return (
    <div className="page pt-10 sm:pt-14">
      <div className="mb-8 flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
        <div>
          <h1 className="text-3xl sm:text-4xl">Top earners</h1>
          <p className="mt-2 max-w-xl text-ink-2">
            People whose work was approved, and what the escrow paid them for it.
          </p>
        </div>
        <ToggleGroup label="Sort by" choices={orders} value={sort} onChange={choose} />
      </div>
      <Loaded
        query={query}
        what="the leaderboard"
        title="Error Loading Leaderboard"
        placeholder={<BoardSkeleton />}
      >
        {(entries) =>
          entries.length > 0 ? (
            <div
              aria-busy={query.isPlaceholderData}
              className={query.isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : undefined}
            >
              <LeaderboardTable entries={entries} sort={sort} onSort={choose} viewerId={user?.id} />
            </div>
          ) : (
            <EmptyState
              level="h2"
              icon={Trophy}
              title="No leaderboard data available yet"
              action={<ButtonLink to="/tasks">Browse tasks</ButtonLink>}
            >
              The first person whose work is approved opens the list.
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

const BoardSkeleton = () => (
  <div className="divide-y divide-line border-line border-y">
    {Array.from({ length: 10 }, (_, index) => (
      <div key={String(index)} className="flex h-16 items-center gap-4 max-lg:h-34">
        <Skeleton className="size-8 shrink-0" />
        <Skeleton className="size-9 shrink-0" />
        <Skeleton className="h-5 w-40 min-w-0" />
        <Skeleton className="ml-auto h-6 w-20 shrink-0" />
      </div>
    ))}
  </div>
)

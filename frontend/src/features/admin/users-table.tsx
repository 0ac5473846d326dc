import type { User } from '../../../../domain/user.ts'
import type { SortText } from '../../lib/sorting.ts'
import { Address, ShortId } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { SortedTable } from '../../ui/sorted-table.tsx'
import { Avatar } from '../../ui/user.tsx'
import { SuspendButton } from './moderation-buttons.tsx'

const columns: Column<User>[] = [
  { key: 'id', label: 'ID', render: ({ id }) => <ShortId id={id} /> },
  {
    key: 'username',
    label: 'Username',
    card: 'lead',
    render: (user) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar user={user} className="size-8 text-xs" />
        <span className="min-w-0 break-all font-semibold">{user.username}</span>
      </span>
    ),
  },
  {
    key: 'email',
    label: 'Email',
    render: ({ email }) => <span className="min-w-0 break-all text-sm">{email || '—'}</span>,
  },
  {
    key: 'wallet',
    label: 'Wallet Address',
    render: ({ walletAddress }) =>
      walletAddress ? (
        <Address value={walletAddress} className="text-sm" />
      ) : (
        <span className="text-ink-2 text-sm">Not connected</span>
      ),
  },
  {
    key: 'role',
    label: 'Role',
    card: 'side',
    render: ({ isAdmin, suspended }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone={isAdmin ? 'paid' : 'plain'}>{isAdmin ? 'Admin' : 'User'}</Badge>
        {suspended && <Badge tone="refused">Suspended</Badge>}
      </span>
    ),
  },
  {
    key: 'suspend',
    label: 'Suspend',
    end: true,
    card: 'action',
    render: ({ id, suspended, username }) => (
      <SuspendButton person={{ id, username, suspended: suspended === true }} />
    ),
  },
]

const by = {
  id: (user: User) => user.id,
  username: (user: User) => user.username,
  email: (user: User) => user.email ?? '',
  wallet: (user: User) => user.walletAddress ?? '',
  role: (user: User) => (user.isAdmin ? 'Admin' : 'User'),
}

interface Props {
  users: User[]
  sort: SortText
  onSort: (sort: SortText) => void
}

export function UsersTable({ users, ...sorting }: Props) {
  if (users.length === 0) return <EmptyState level="h2" title="No users found" />
  return (
    <SortedTable
      caption="Users"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      by={by}
      {...sorting}
    />
  )
}

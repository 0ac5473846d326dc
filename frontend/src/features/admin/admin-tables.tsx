import { useMemo } from 'react'
import { token } from '../../../../domain/limits.ts'
import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import { isPending } from '../../lib/pending-submissions.ts'
import { ShortId, WalletAddress } from '../../ui/address.tsx'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DialogButtonLink, DialogLink } from '../../ui/dialog-link.tsx'
import { Money } from '../../ui/money.tsx'
import { Time } from '../../ui/time.tsx'
import { Avatar } from '../../ui/user.tsx'
import { inReviewOrder, type Names } from './admin-data.ts'
import { HideButton, SuspendButton } from './moderation-buttons.tsx'
import { SortedTable } from './sorted-table.tsx'

const idColumn: Column<{ id: string }> = {
  key: 'id',
  label: 'ID',
  value: ({ id }) => id,
  render: ({ id }) => <ShortId id={id} />,
}

const userColumns: Column<User>[] = [
  idColumn,
  {
    key: 'username',
    label: 'Username',
    card: 'lead',
    value: ({ username }) => username,
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
    value: ({ email }) => email ?? '',
    render: ({ email }) => <span className="min-w-0 break-all text-sm">{email || '—'}</span>,
  },
  {
    key: 'wallet',
    label: 'Wallet Address',
    value: ({ walletAddress }) => walletAddress ?? '',
    render: ({ walletAddress }) => <WalletAddress value={walletAddress} className="text-sm" />,
  },
  {
    key: 'role',
    label: 'Role',
    card: 'side',
    value: ({ isAdmin }) => (isAdmin ? 'Admin' : 'User'),
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
    render: (user) => <SuspendButton person={user} />,
  },
]

export const UsersTable = ({ users }: { users: User[] }) => (
  <SortedTable caption="Users" columns={userColumns} rows={users} />
)

const taskColumns = (names: Names): Column<Task>[] => [
  idColumn,
  {
    key: 'title',
    label: 'Title',
    card: 'lead',
    value: ({ title }) => title,
    render: (task) => <Title task={task} />,
  },
  {
    key: 'creator',
    label: 'Creator',
    className: 'whole-only',
    value: ({ creatorId }) => names.person(creatorId),
  },
  {
    key: 'reward',
    label: `Reward (${token.rewardUnit})`,
    end: true,
    value: ({ reward }) => reward,
    render: ({ reward }) => <Money amount={reward} size="sm" />,
  },
  {
    key: 'status',
    label: 'Status',
    card: 'side',
    value: ({ isActive }) => Number(!isActive),
    render: ({ hidden, isActive }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone={isActive ? 'paid' : 'plain'}>{isActive ? 'Active' : 'Closed'}</Badge>
        {hidden && <Badge tone="held">Hidden</Badge>}
      </span>
    ),
  },
  {
    key: 'completions',
    label: 'Completions',
    end: true,
    value: ({ completions, maxCompletions }) => completions / maxCompletions,
    render: ({ completions, maxCompletions }) => `${completions} / ${maxCompletions}`,
  },
  { key: 'hide', label: 'Hide', end: true, card: 'action', render: (task) => <HideButton task={task} /> },
]

function Title({ task }: { task: Task }) {
  return (
    <DialogLink
      dialog="id"
      value={task.id}
      dir="auto"
      className="line-clamp-2 max-w-md wrap-anywhere font-semibold underline-offset-4 hover:underline"
    >
      {task.title}
    </DialogLink>
  )
}

export function TasksTable({ tasks, names }: { tasks: Task[]; names: Names }) {
  const columns = useMemo(() => taskColumns(names), [names])
  return <SortedTable caption="Tasks" columns={columns} rows={tasks} />
}

const submissionColumns = (names: Names): Column<Submission>[] => [
  idColumn,
  {
    key: 'task',
    label: 'Task',
    card: 'lead',
    value: ({ taskId }) => names.task(taskId),
    render: ({ taskId }) => (
      <span dir="auto" className="line-clamp-2 max-w-sm wrap-anywhere font-semibold">
        {names.task(taskId)}
      </span>
    ),
  },
  { key: 'user', label: 'User', value: ({ userId }) => names.person(userId) },
  {
    key: 'status',
    label: 'Status',
    card: 'side',
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'date',
    label: 'Date',
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <Time value={createdAt} className="text-sm" />,
  },
  {
    key: 'review',
    label: 'Review',
    end: true,
    card: 'action',
    render: (one) => (
      <DialogButtonLink
        dialog="review"
        value={one.id}
        about={names.task(one.taskId)}
        variant={isPending(one) ? 'primary' : 'secondary'}
      >
        Review
      </DialogButtonLink>
    ),
  },
]

/** Pending submissions are first and highlighted; the others follow, newest first. */
export function SubmissionsTable({ submissions, names }: { submissions: Submission[]; names: Names }) {
  const columns = useMemo(() => submissionColumns(names), [names])
  return (
    <SortedTable
      caption="Submissions"
      columns={columns}
      rows={inReviewOrder(submissions)}
      rowClass={(one) => isPending(one) && '@max-[58rem]:bg-card shadow-[inset_4px_0_0_var(--color-amber)]'}
    />
  )
}

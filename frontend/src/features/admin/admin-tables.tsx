import { token } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import type { AdminTask, ReviewedSubmission } from '../../../../domain/views.ts'
import { isPending } from '../../lib/pending-submissions.ts'
import { ShortId, WalletAddress } from '../../ui/address.tsx'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DialogButtonLink, DialogLink } from '../../ui/dialog-link.tsx'
import { Money } from '../../ui/money.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Time } from '../../ui/time.tsx'
import { Avatar } from '../../ui/user.tsx'
import { personName, taskName } from './admin-data.ts'
import { HideButton, HideProfileButton, SuspendButton } from './moderation-buttons.tsx'

const idColumn: Column<{ id: string }> = {
  key: 'id',
  label: 'ID',
  render: ({ id }) => <ShortId id={id} />,
}

const userColumns: Column<User>[] = [
  idColumn,
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
    render: ({ walletAddress }) => <WalletAddress value={walletAddress} className="text-sm" />,
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
    label: 'Actions',
    end: true,
    card: 'action',
    render: (user) => (
      <span className="inline-flex flex-wrap gap-2">
        <HideProfileButton person={user} />
        <SuspendButton person={user} />
      </span>
    ),
  },
]

export const UsersTable = () => (
  <PagedList
    route="GET /api/admin/users"
    input={{}}
    what="the users"
    empty={<EmptyState level="h2" title="No users found" />}
  >
    {(users, list) => (
      <DataTable caption="Users" columns={userColumns} rows={users} list={list} rowKey={({ id }) => id} />
    )}
  </PagedList>
)

const taskColumns: Column<AdminTask>[] = [
  idColumn,
  {
    key: 'title',
    label: 'Title',
    card: 'lead',
    render: (task) => <Title task={task} />,
  },
  {
    key: 'creator',
    label: 'Creator',
    render: ({ creatorId, creatorName }) => personName(creatorName, creatorId),
  },
  {
    key: 'reward',
    label: `Reward (${token.rewardUnit})`,
    end: true,
    render: ({ reward }) => <Money amount={reward} size="sm" />,
  },
  {
    key: 'status',
    label: 'Status',
    card: 'side',
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
    render: ({ completions, maxCompletions }) => `${completions} / ${maxCompletions}`,
  },
  { key: 'hide', label: 'Hide', end: true, card: 'action', render: (task) => <HideButton task={task} /> },
]

function Title({ task }: { task: AdminTask }) {
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

export const TasksTable = () => (
  <PagedList
    route="GET /api/admin/tasks"
    input={{}}
    what="the tasks"
    empty={<EmptyState level="h2" title="No tasks found" />}
  >
    {(tasks, list) => (
      <DataTable caption="Tasks" columns={taskColumns} rows={tasks} list={list} rowKey={({ id }) => id} />
    )}
  </PagedList>
)

const submissionColumns: Column<ReviewedSubmission>[] = [
  idColumn,
  {
    key: 'task',
    label: 'Task',
    card: 'lead',
    render: ({ task, taskId }) => (
      <span dir="auto" className="line-clamp-2 max-w-sm wrap-anywhere font-semibold">
        {taskName(task?.title, taskId)}
      </span>
    ),
  },
  {
    key: 'user',
    label: 'User',
    render: ({ submitterName, userId }) => personName(submitterName, userId),
  },
  {
    key: 'status',
    label: 'Status',
    card: 'side',
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'date',
    label: 'Date',
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
        about={taskName(one.task?.title, one.taskId)}
        variant={isPending(one) ? 'primary' : 'secondary'}
      >
        Review
      </DialogButtonLink>
    ),
  },
]

/** Pending submissions are first, the oldest of them first, and highlighted; the others follow, newest first. */
export const SubmissionsTable = () => (
  <PagedList
    route="GET /api/reviews"
    input={{ status: 'all' }}
    what="the submissions"
    empty={<EmptyState level="h2" title="No submissions found" />}
  >
    {(submissions, list) => (
      <DataTable
        caption="Submissions"
        columns={submissionColumns}
        rows={submissions}
        list={list}
        rowKey={({ id }) => id}
        rowClass={(one) => isPending(one) && '@max-[58rem]:bg-card shadow-[inset_4px_0_0_var(--color-amber)]'}
      />
    )}
  </PagedList>
)

import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { token } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { useDialog } from '../../lib/dialogs.ts'
import type { SortText } from '../../lib/sorting.ts'
import { ShortId } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { SortedTable } from '../../ui/sorted-table.tsx'
import type { Names } from './admin-data.ts'
import { HideButton } from './moderation-buttons.tsx'

const columns = (names: Names): Column<Task>[] => [
  { key: 'id', label: 'ID', render: ({ id }) => <ShortId id={id} /> },
  { key: 'title', label: 'Title', card: 'lead', render: (task) => <Title task={task} /> },
  { key: 'creator', label: 'Creator', render: ({ creatorId }) => names.person(creatorId) },
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
    render: ({ completions, maxCompletions }) => `${completions ?? 0} / ${maxCompletions}`,
  },
  {
    key: 'hide',
    label: 'Hide',
    end: true,
    card: 'action',
    render: (task) => <HideButton task={{ ...task, hidden: task.hidden === true }} />,
  },
]

function Title({ task }: { task: Task }) {
  const dialog = useDialog('id')
  return (
    <Link
      {...dialog.link(task.id)}
      dir="auto"
      className="line-clamp-2 max-w-md wrap-anywhere font-semibold underline-offset-4 hover:underline"
    >
      {task.title}
    </Link>
  )
}

interface Props {
  tasks: Task[]
  names: Names
  sort: SortText
  onSort: (sort: SortText) => void
}

export function TasksTable({ tasks, names, ...sorting }: Props) {
  const by = useMemo(
    () => ({
      id: (task: Task) => task.id,
      title: (task: Task) => task.title,
      creator: (task: Task) => names.person(task.creatorId),
      reward: (task: Task) => task.reward,
      status: (task: Task) => Number(!task.isActive),
      completions: (task: Task) => (task.completions ?? 0) / task.maxCompletions,
    }),
    [names],
  )
  if (tasks.length === 0) return <EmptyState level="h2" title="No tasks found" />
  return (
    <SortedTable
      caption="Tasks"
      columns={columns(names)}
      rows={tasks}
      rowKey={({ id }) => id}
      by={by}
      {...sorting}
    />
  )
}

import { useMemo } from 'react'
import type { Submission } from '../../../../domain/submission.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatDateTime } from '../../lib/format.ts'
import type { SortText } from '../../lib/sorting.ts'
import { ShortId } from '../../ui/address.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { SortedTable } from '../../ui/sorted-table.tsx'
import { inReviewOrder, type Names } from './admin-data.ts'

const statusOf = ({ status }: Submission) => status ?? 'pending'

const columns = (names: Names): Column<Submission>[] => [
  { key: 'id', label: 'ID', render: ({ id }) => <ShortId id={id} /> },
  {
    key: 'task',
    label: 'Task',
    card: 'lead',
    render: ({ taskId }) => (
      <span dir="auto" className="line-clamp-2 max-w-sm wrap-anywhere font-semibold">
        {names.task(taskId)}
      </span>
    ),
  },
  { key: 'user', label: 'User', render: ({ userId }) => names.person(userId) },
  {
    key: 'status',
    label: 'Status',
    card: 'side',
    render: (submission) => <StatusBadge status={submission.status} />,
  },
  {
    key: 'date',
    label: 'Date',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} className="text-sm">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
  {
    key: 'review',
    label: 'Review',
    end: true,
    card: 'action',
    render: (submission) => <ReviewLink submission={submission} task={names.task(submission.taskId)} />,
  },
]

function ReviewLink({ submission, task }: { submission: Submission; task: string }) {
  const review = useDialog('review')
  return (
    <ButtonLink
      {...review.link(submission.id)}
      size="sm"
      variant={statusOf(submission) === 'pending' ? 'primary' : 'secondary'}
    >
      Review <span className="sr-only">{task}</span>
    </ButtonLink>
  )
}

interface Props {
  submissions: Submission[]
  names: Names
  sort: SortText
  onSort: (sort: SortText) => void
}

/** Pending submissions are first and highlighted; the others follow, newest first. */
export function SubmissionsTable({ submissions, names, ...sorting }: Props) {
  const rows = useMemo(() => inReviewOrder(submissions), [submissions])
  const by = useMemo(
    () => ({
      id: (one: Submission) => one.id,
      task: (one: Submission) => names.task(one.taskId),
      user: (one: Submission) => names.person(one.userId),
      status: (one: Submission) => statusOf(one),
      date: (one: Submission) => one.createdAt,
    }),
    [names],
  )
  if (rows.length === 0) return <EmptyState level="h2" title="No submissions found" />
  return (
    <SortedTable
      caption="Submissions"
      columns={columns(names)}
      rows={rows}
      rowKey={({ id }) => id}
      rowClass={(one) =>
        statusOf(one) === 'pending' ? 'max-lg:bg-card shadow-[inset_4px_0_0_var(--amber)]' : undefined
      }
      by={by}
      {...sorting}
    />
  )
}

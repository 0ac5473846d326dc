import { Share2 } from 'lucide-react'
import { useEffect } from 'react'
import { sharePath, summaryOf } from '../../../domain/share.ts'
import type { Task } from '../../../domain/task.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { SubmissionState } from '../features/submissions/own-submission.tsx'
import { TaskProof, useOwnSubmission } from '../features/submissions/submit-section.tsx'
import { useTask } from '../features/tasks/queries.ts'
import { TaskSummary } from '../features/tasks/task-summary.tsx'
import { ApiError } from '../lib/api.ts'
import { lossInQuestion, lossOnClose } from '../lib/closing.ts'
import { formatDate } from '../lib/format.ts'
import { useDialogTitle } from '../lib/page-head.ts'
import { shareOnX } from '../lib/share.ts'
import { useStore } from '../lib/store.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Category } from '../ui/category.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, Skeleton } from '../ui/page-states.tsx'
import { ReportButton } from '../ui/report-button.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { ScorecardOf } from '../ui/scorecard.tsx'

export default function TaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useTask(id)
  const task = query.data
  const loss = useStore(lossInQuestion)
  useEffect(() => stay, [])
  const close = () => {
    const found = lossOnClose.get()
    lossInQuestion.set(found)
    if (!found) onClose()
  }
  const closeWithLoss = () => {
    lossOnClose.set(null)
    onClose()
  }
  useDialogTitle(task?.title, task ? summaryOf(task) : '', sharePath(id))
  return (
    <Dialog
      onClose={close}
      size="xl"
      initialFocus="content"
      title={task?.title ?? 'Task'}
      description={task && <TaskMeta task={task} />}
    >
      {!task && query.error instanceof ApiError && [400, 404].includes(query.error.status) ? (
        <EmptyState
          title="This task is not here"
          action={
            <Button variant="secondary" onClick={onClose}>
              See other tasks
            </Button>
          }
        >
          The link may be wrong, or the task is a draft that only its creator sees.
        </EmptyState>
      ) : (
        <Loaded
          query={query}
          what="the task"
          bare
          level="h3"
          title="Failed to fetch task"
          placeholder={<DetailSkeleton />}
        >
          {(fetched) => <TaskBody task={fetched} />}
        </Loaded>
      )}
      {loss && (
        <Dialog
          onClose={stay}
          size="sm"
          title="Close this task?"
          footer={
            <>
              <Button onClick={stay}>Stay here</Button>
              <Button variant="secondary" onClick={closeWithLoss}>
                Close without it
              </Button>
            </>
          }
        >
          {loss}
        </Dialog>
      )}
    </Dialog>
  )
}

const stay = () => lossInQuestion.set(null)

function TaskMeta({ task }: { task: Task }) {
  const { user } = useAuth()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <Category category={task.category} />
      {!task.isActive && <Badge>{task.closedAt ? 'Closed' : 'Draft'}</Badge>}
      {task.hidden && <Badge tone="held">Hidden</Badge>}
      <span>Created {formatDate(task.createdAt)}</span>
      <ExternalLink
        href={shareOnX(task, location.origin)}
        className="font-medium text-ink underline underline-offset-4"
      >
        <Share2 aria-hidden="true" className="size-4" />
        Share on X
      </ExternalLink>
      {user && user.id !== task.creatorId && <ReportButton subject={{ kind: 'task', id: task.id }} />}
    </span>
  )
}

const columns = 'grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] lg:gap-x-10'

/** The viewer's own submission or, without one, the form for proof. On desktops the ticket stays in view beside it. */
function TaskBody({ task }: { task: Task }) {
  const submission = useOwnSubmission(task).data?.submission
  return (
    <>
      {task.hidden && (
        <Notice dir="auto" className="mb-7">
          An admin has hidden this task: only its creator, the people who submitted and admins see it.
          Approved rewards are still paid, and the rest can be refunded. Reason: {task.hiddenReason}
        </Notice>
      )}
      <div className={columns}>
        {submission && (
          <div className="mb-7 border-line border-b pb-7">
            <SubmissionState task={task} submission={submission} />
          </div>
        )}
        <TaskSummary
          task={task}
          className="mb-7 lg:sticky lg:top-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-0 lg:self-start"
        />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-start-2">
          <section>
            <h3 className="mb-1.5 text-ink-3 text-sm">Description</h3>
            <RichText text={task.description} />
          </section>
          <section>
            <h3 className="mb-1.5 text-ink-3 text-sm">Requirements</h3>
            <RichText text={task.requirements} />
          </section>
          <ScorecardOf userId={task.creatorId} as="poster" className="bg-paper" />
          {!submission && (
            <div className="border-line border-t pt-6">
              <TaskProof task={task} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

const DetailSkeleton = () => (
  <div className={columns}>
    <Skeleton className="mb-7 h-112 lg:col-start-2 lg:row-span-2 lg:row-start-1" />
    <Skeleton className="h-40" />
  </div>
)

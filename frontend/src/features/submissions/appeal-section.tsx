import { useState } from 'react'
import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import { formatDateTime } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { canAppeal } from '../../lib/review-time.ts'
import { AppealRecord } from '../../ui/appeal-record.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/page-states.tsx'

const AppealForm = lazyComponent(() => import('./appeal-form.tsx'), {
  fallback: <Skeleton className="h-40 w-full" />,
})

/** The doer's appeal against a rejection: its state, or the form while there is time for it. */
export function AppealSection({ task, submission }: { task: Task; submission: Submission }) {
  const [isOpen, setOpen] = useState(false)
  const { appeal, appealUntil } = submission
  if (appeal) return <AppealRecord submission={submission} appeal={appeal} />
  if (submission.status !== 'rejected' || !appealUntil) return null
  const until = formatDateTime(appealUntil)
  if (!canAppeal(submission, Date.now()))
    return <p className="text-ink-2">Appeals were possible until {until}. The rejection is final.</p>
  return isOpen ? (
    <AppealForm task={task} submission={submission} onCancel={() => setOpen(false)} />
  ) : (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded bg-sunk px-4 py-4">
      <p className="min-w-0 flex-1 basis-72">
        <strong className="font-semibold">Appeal until {until}.</strong> An admin who had no part in this
        looks at your proof again. You can appeal once, and the decision is final.
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Appeal
      </Button>
    </div>
  )
}

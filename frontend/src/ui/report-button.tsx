import { clsx as cx } from 'clsx'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { ModeratedSubject } from '../../../domain/audit.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'

const ReportDialog = lazyComponent(() => import('./report-dialog.tsx'))

/** Opens the form that reports a task, a submission or a person to the admins. For signed-in users. */
export function ReportButton({ subject, className }: { subject: ModeratedSubject; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const what = names[subject.kind]
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={cx(
          'inline-flex min-h-6 items-center gap-1.5 font-medium text-ink-2 text-sm underline underline-offset-4 hover:text-ink',
          className,
        )}
      >
        <Flag aria-hidden="true" className="size-4" />
        Report<span className="sr-only"> {what}</span>
      </button>
      {isOpen && <ReportDialog subject={subject} what={what} onClose={() => setOpen(false)} />}
    </>
  )
}

const names = { task: 'this task', submission: 'this submission', user: 'this person' }

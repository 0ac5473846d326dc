import { clsx as cx } from 'clsx'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { ModeratedSubject } from '../../../domain/audit.ts'
import { reports } from '../../../domain/limits.ts'
import { type ReportReason, reportReasons } from '../../../domain/report-reasons.ts'
import { useApiMutation } from '../lib/mutation.ts'
import { DialogButton } from './dialog-button.tsx'
import { Field, Select, Textarea } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { toast } from './toast.ts'

/** Opens the form that reports a task, a submission or a person to the admins. For signed-in users. */
export function ReportButton({ subject, className }: { subject: ModeratedSubject; className?: string }) {
  const what = names[subject.kind]
  return (
    <DialogButton
      variant="quiet"
      size="sm"
      className={cx('-mx-3', className)}
      dialog={(close) => <ReportDialog subject={subject} what={what} onClose={close} />}
    >
      <Flag aria-hidden="true" className="size-4" />
      Report<span className="sr-only"> {what}</span>
    </DialogButton>
  )
}

const names = { task: 'this task', submission: 'this submission', user: 'this person' }

interface Props {
  subject: ModeratedSubject
  /** What is reported, such as 'this task'. */
  what: string
  onClose: () => void
}

/** Reports a task, a submission or a person, with a reason from a list and optional words. */
function ReportDialog({ subject, what, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [words, setWords] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { error, isPending, mutate } = useApiMutation('POST /api/reports', () => false)

  const send = () => {
    setMissing(!reason)
    if (!reason) return
    const onSuccess = () => {
      toast({ title: 'Report sent', description: 'An admin will look at it.', tone: 'good' })
      onClose()
    }
    mutate({ ...subject, reason, words }, { onSuccess })
  }
  return (
    <FormDialog
      title={`Report ${what}`}
      description="Only admins see your report and your name."
      submit="Send report"
      busy={isPending && 'Sending…'}
      error={error}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Reason" error={isMissing ? 'Please choose a reason.' : undefined}>
        <Select
          value={reason}
          labels={reportReasons}
          onChange={({ target }) => setReason(target.value as ReportReason | '')}
        >
          <option value="">Choose a reason</option>
        </Select>
      </Field>
      <Field label="What should an admin know?" optional>
        <Textarea value={words} maxLength={reports.words} onChange={({ target }) => setWords(target.value)} />
      </Field>
    </FormDialog>
  )
}

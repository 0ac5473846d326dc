import { type FormEvent, useId, useState } from 'react'
import type { ModeratedSubject } from '../../../domain/audit.ts'
import { reports } from '../../../domain/limits.ts'
import { type ReportReason, reportReasons } from '../../../domain/report-reasons.ts'
import { reasonOf } from '../lib/api.ts'
import { useApiMutation } from '../lib/mutation.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field, Select, Textarea } from './field.tsx'
import { toast } from './toast.ts'

interface Props {
  subject: ModeratedSubject
  /** What is reported, such as 'this task'. */
  what: string
  onClose: () => void
}

/** Reports a task, a submission or a person, with a reason from a list and optional words. */
export default function ReportDialog({ subject, what, onClose }: Props) {
  const form = useId()
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [words, setWords] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { error, isPending, mutate } = useApiMutation('POST /api/reports', ['GET /api/admin/reports'])

  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason)
    if (!reason || isPending) return
    const onSuccess = () => {
      toast({ title: 'Report sent', description: 'An admin will look at it.', tone: 'good' })
      onClose()
    }
    mutate({ ...subject, reason, words }, { onSuccess })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`Report ${what}`}
      description="Only admins see your report and your name."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={isPending && 'Sending…'}>
            Send report
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} noValidate className="flex flex-col gap-5">
        <Field label="Reason" error={isMissing ? 'Please choose a reason.' : undefined}>
          <Select value={reason} onChange={({ target }) => setReason(target.value as ReportReason | '')}>
            <option value="">Choose a reason</option>
            {Object.entries(reportReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="What should an admin know?" optional>
          <Textarea
            value={words}
            maxLength={reports.words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        {error && (
          <p role="alert" className="font-medium text-red">
            {reasonOf(error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

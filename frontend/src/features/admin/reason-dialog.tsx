import { type FormEvent, useId, useState } from 'react'
import { text } from '../../../../domain/limits.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'

export interface Action {
  /** The text of the button, such as 'Hide task'. */
  label: string
  title: string
  /** What happens, in one or two sentences. */
  effect: string
  isDanger?: boolean
  /** @throws when the server refuses */
  run: (reason: string) => Promise<unknown>
}

/** Asks for the reason of an admin action, which the audit log keeps, and runs the action. */
export default function ReasonDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ isReason: boolean; message: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  const run = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!reason.trim()) return setProblem({ isReason: true, message: 'Please give a reason.' })
    setProblem(null)
    setBusy(true)
    try {
      await action.run(reason)
      onClose()
    } catch (error) {
      setProblem({ isReason: false, message: reasonOf(error) })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={action.title}
      description={action.effect}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={action.isDanger ? 'danger' : 'primary'}
            busy={isBusy && 'Saving…'}
          >
            {action.label}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void run(event)} noValidate className="flex flex-col gap-5">
        <Field
          label="Reason"
          hint="The audit log keeps it."
          error={problem?.isReason ? problem.message : undefined}
        >
          <Textarea
            value={reason}
            maxLength={text.feedback}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {problem && !problem.isReason && (
          <p role="alert" className="font-medium text-red">
            {problem.message}
          </p>
        )}
      </form>
    </Dialog>
  )
}

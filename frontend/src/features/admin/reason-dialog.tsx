import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '../../../../domain/limits.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

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
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { error, isPending, mutate } = useMutation({ mutationFn: action.run, onSuccess: onClose })
  const run = () => {
    setMissing(!reason.trim())
    if (reason.trim()) mutate(reason)
  }
  return (
    <FormDialog
      title={action.title}
      description={action.effect}
      submit={action.label}
      busy={isPending && 'Saving…'}
      isDanger={action.isDanger}
      error={error}
      onSubmit={run}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="The audit log keeps it."
        error={isMissing ? 'Please give a reason.' : undefined}
      >
        <Textarea
          value={reason}
          maxLength={text.feedback}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

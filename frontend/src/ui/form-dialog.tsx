import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorText } from './error-text.tsx'

interface FormDialogProps {
  title: string
  description?: string
  /** What the user reads before the fields. */
  intro?: ReactNode
  /** The text of the submit button, and its text while the request is under way. */
  submit: string
  busy: string | false
  isDanger?: boolean | undefined
  isDisabled?: boolean
  cancel?: string
  /** The error of the request, unless a field shows it. */
  error?: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A small dialog with one form: its fields, the error of its request, and the buttons that send and close it. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, intro, submit, busy, error, onSubmit, onClose, children } = props
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={title}
      description={description}
      initialFocus={intro ? 'content' : 'first'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {props.cancel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={props.isDanger ? 'danger' : 'primary'}
            disabled={props.isDisabled}
            busy={busy}
          >
            {submit}
          </Button>
        </>
      }
    >
      {intro}
      <form id={form} onSubmit={send} noValidate className="flex flex-col gap-5">
        {children}
        <ErrorText error={error} />
      </form>
    </Dialog>
  )
}

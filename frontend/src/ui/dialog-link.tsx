import type { ComponentProps } from 'react'
import { useDialog } from '../lib/dialogs.ts'
import { ButtonLink } from './button.tsx'

interface Props extends Omit<ComponentProps<typeof ButtonLink>, 'to'> {
  dialog: Parameters<typeof useDialog>[0]
  value: string
  /** What the dialog is about; completes the name of the link for assistive technology. */
  about?: string
}

/** A small link, which looks like a button, to a dialog that the URL opens. */
export function DialogLink({ dialog, value, about, children, ...rest }: Props) {
  return (
    <ButtonLink size="sm" {...useDialog(dialog).link(value)} {...rest}>
      {children}
      {about && <span className="sr-only"> {about}</span>}
    </ButtonLink>
  )
}

import { clsx as cx } from 'clsx'
import { type ComponentProps, type MouseEvent, use } from 'react'
import { DialogOpenerContext, type useDialog } from '../lib/dialogs.ts'
import { buttonClass, type Look } from './button.tsx'

interface Props extends ComponentProps<'a'> {
  dialog: Parameters<typeof useDialog>[0]
  value: string
}

/** A link of a list's row to a dialog that the URL opens. */
export function DialogLink({ dialog, value, className, ...rest }: Props) {
  const { hrefTo, open } = use(DialogOpenerContext)
  const href = hrefTo(dialog, value)
  const onClick = (event: MouseEvent) => {
    // With another key the browser opens a tab or a window, or saves the page.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(href)
  }
  return <a href={href} onClick={onClick} className={cx('active:opacity-80', className)} {...rest} />
}

/** A `DialogLink` that looks like a small button. `about` completes its name for assistive technology. */
export const DialogButtonLink = ({
  about,
  variant,
  children,
  ...rest
}: Props & Look & { about?: string }) => (
  <DialogLink className={buttonClass(variant, 'sm')} {...rest}>
    {children}
    {about && <span className="sr-only"> {about}</span>}
  </DialogLink>
)

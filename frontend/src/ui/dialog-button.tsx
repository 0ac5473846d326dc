import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

type Props = ComponentProps<typeof Button> & { dialog: (close: () => void) => ReactNode }

export function DialogButton({ dialog, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...rest} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

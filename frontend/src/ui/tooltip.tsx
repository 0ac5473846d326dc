import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ui } from '../../../domain/limits.ts'

/** When the last tooltip closed: within the skip delay the next one opens at once (spec section 9). */
let lastClosed = 0

/** Words that explain what they are about, on hover and for screen readers: after 700 ms, at once within 300 ms of another. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      lastClosed = Date.now()
    }
  }, [open])
  return (
    <span
      className="relative z-10 inline-block"
      aria-describedby={id}
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return
        const wait = Date.now() - lastClosed < ui.tooltipSkip ? 0 : ui.tooltip
        timer.current = setTimeout(() => setOpen(true), wait)
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current)
        setOpen(false)
      }}
    >
      {children}
      <span
        id={id}
        role="tooltip"
        hidden={!open}
        className="absolute bottom-full left-1/2 z-20 mb-2 w-56 max-w-[70vw] -translate-x-1/2 animate-appear rounded bg-ink px-3 py-2 text-left text-paper text-sm shadow-float"
      >
        {text}
      </span>
    </span>
  )
}

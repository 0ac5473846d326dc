import { clsx as cx } from 'clsx'
import { useEffect } from 'react'
import { lossOnClose } from '../lib/closing.ts'
import { useShowDialog } from '../lib/dialogs.ts'
import { isTextField } from '../lib/focus.ts'
import { useStore } from '../lib/store.ts'
import { Button } from './button.tsx'
import { type ActionLine, actionLines } from './toast.ts'

/** The lines of actions that can be undone: by their button or, outside of text fields, the last one by Ctrl+Z. */
export function ActionLines({ className }: { className: string }) {
  const lines = useStore(actionLines)
  const show = useShowDialog()
  const last = lines.findLast(({ label, isError }) => label && !isError)
  const run = ({ act, shownAt }: ActionLine) => {
    act?.()
    if (!lossOnClose.get()) show(shownAt)
  }
  useEffect(() => {
    if (!last) return
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || isTextField(target)) return
      event.preventDefault()
      run(last)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    // Reversed: the newest line stays where it is when an older one disappears.
    <div className={cx('flex max-h-[30dvh] flex-col-reverse gap-2 overflow-y-auto', className)}>
      {lines.toReversed().map((line) => (
        <div
          key={line.id}
          role={line.isError ? 'alert' : undefined}
          className={cx(
            'pointer-events-auto flex items-center gap-3 rounded border bg-card px-3 py-1 text-sm',
            line.isError ? 'border-red text-red' : 'border-line',
          )}
        >
          <span id={`action-${line.id}`} className="wrap-anywhere min-h-9 content-center min-w-0 flex-1">
            {line.text}
          </span>
          {line.label && (
            <Button
              variant="secondary"
              size="sm"
              aria-describedby={`action-${line.id}`}
              onClick={() => run(line)}
            >
              {line.label}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

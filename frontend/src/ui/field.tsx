import { clsx as cx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId, useRef } from 'react'

/** The attributes that link a control with its label, hint and error. */
const FieldContext = createContext<Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>>(
  {},
)

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  optional?: boolean
  className?: string
  children: ReactNode
}

/** A label with its control (`Input`, `Textarea`, `Select`), hint and error, linked for assistive technology. */
export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  const linked = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
        {optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      <FieldContext value={linked}>{children}</FieldContext>
      {error && (
        <p id={errorId} ref={showBelowFocus} role="alert" className="font-medium text-red text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-ink-3 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Scrolls an error into view when its control has the focus already, because the browser then scrolls nothing. */
function showBelowFocus(error: HTMLElement | null) {
  if (error?.parentElement?.contains(document.activeElement)) error.scrollIntoView({ block: 'nearest' })
}

const control =
  'w-full rounded border border-line-strong bg-card px-3 text-base text-ink transition-colors duration-150 placeholder:text-ink-3 hover:border-ink-2 focus:outline-2 focus:outline-green-ink focus:outline-offset-2 aria-invalid:border-red disabled:bg-sunk disabled:text-ink-2'

/** A one-line text, number, date … control. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" className={cx(control, 'h-11', className)} {...use(FieldContext)} {...rest} />
}

/** A text of several lines that grows with what is written. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      style={{ minHeight: `${rows * 1.6 + 1.35}rem` }}
      className={cx(control, 'field-sizing-content max-h-96 py-2.5', className)}
      {...use(FieldContext)}
      {...rest}
    />
  )
}

interface SelectProps extends ComponentProps<'select'> {
  /** The label of each value, in the order of the list. `children` are options before them. */
  labels?: Record<string, string>
}

/** The browser's own select control. */
export function Select({ className, children, labels = {}, ...rest }: SelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    const { current } = select
    if (current?.querySelector<HTMLOptionElement>('option[selected]')?.selected !== false) return
    // Chosen before the page was hydrated, or by the event that hydrates it: React resets the value before the next event.
    const { value } = current
    const timer = setTimeout(() => {
      current.value = value
      current.dispatchEvent(new Event('change', { bubbles: true }))
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="relative block">
      <select
        ref={select}
        className={cx(control, 'h-11 appearance-none pr-9', className)}
        {...use(FieldContext)}
        {...rest}
      >
        {children}
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </span>
  )
}

export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={cx('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input type="checkbox" className="size-5 shrink-0 accent-green" {...rest} />
      <span>{children}</span>
    </label>
  )
}

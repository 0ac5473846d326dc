import { clsx as cx } from 'clsx'

interface ChoicesProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Buttons for a few exclusive choices, one of which is pressed. */
export function ToggleGroup<Value extends string>({ label, choices, value, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="mr-1 text-ink-2 text-sm">
        {label}
      </span>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={cx(
            'min-h-9 rounded border px-3 forced-colors:aria-pressed:underline font-semibold text-sm transition-colors duration-150',
            choice.value === value
              ? 'border-green-ink bg-green-soft text-green-ink'
              : 'border-line-strong text-ink-2 hover:border-ink hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

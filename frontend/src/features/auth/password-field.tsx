import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field, Input } from '../../ui/field.tsx'

interface Props extends ComponentProps<'input'> {
  label?: string
  hint?: ReactNode
  error: string | undefined
}

/** A password field with a button that shows the password, because typing errors are frequent on phones. */
export function PasswordField({ label = 'Password', hint, error, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error}>
        <Input {...rest} type={isShown ? 'text' : 'password'} className="pr-20" spellCheck={false} />
      </Field>
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`Show ${label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
        className="absolute top-0 right-0 min-h-6 rounded px-1 text-green-ink text-sm underline underline-offset-4"
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}

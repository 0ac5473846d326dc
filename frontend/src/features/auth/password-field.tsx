import { clsx as cx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { password as rule } from '../../../../domain/limits.ts'
import { Bar } from '../../ui/bar.tsx'
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

const labels = [
  'Very easy to guess.',
  'Easy to guess.',
  'Not hard enough to guess.',
  'Hard to guess.',
  'Very hard to guess.',
]

/** How hard a new password is to guess, while it is typed. The estimator is loaded with the first character. */
export function PasswordStrength({ password, username }: { password: string; username: string }) {
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    if (password.length < rule.min) return setScore(null)
    let isCurrent = true
    import('../../../../domain/password-strength.ts')
      .then(({ passwordScore }) => passwordScore(password, username))
      .then((next) => isCurrent && setScore(next))
      // Without the estimator, only the server judges the password.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [password, username])
  const isEnough = score !== null && score >= rule.score
  return (
    <>
      {score !== null && (
        <Bar value={score + 1} max={5} tone={isEnough ? 'green' : 'amber'} className="mb-1" />
      )}
      <span aria-live="polite" className={cx(score !== null && (isEnough ? 'text-green-ink' : 'text-amber'))}>
        {score === null ? `At least ${rule.min} characters.` : labels[score]}
        {score !== null && !isEnough && ' Choose a longer or less common one.'}
      </span>
    </>
  )
}

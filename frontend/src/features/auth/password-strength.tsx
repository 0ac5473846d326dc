import { clsx as cx } from 'clsx'
import { useEffect, useState } from 'react'
import { password as rule } from '../../../../domain/limits.ts'
import { Bar } from '../../ui/bar.tsx'

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
        <Bar value={score + 1} of={5} tone={isEnough ? 'green' : 'amber'} className="mb-1" />
      )}
      <span aria-live="polite" className={cx(score !== null && (isEnough ? 'text-green-ink' : 'text-amber'))}>
        {score === null ? `At least ${rule.min} characters.` : labels[score]}
        {score !== null && !isEnough && ' Choose a longer or less common one.'}
      </span>
    </>
  )
}

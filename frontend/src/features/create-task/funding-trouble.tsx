import { ApiError, reasonOf } from '../../lib/api.ts'
import { asWalletError, isRejected } from '../../lib/wallet/trouble.ts'
import { cx } from '../../ui/class-names.ts'
import type { FundingError } from './fund-task.ts'
import { databaseError, troubleWords } from './funding-words.ts'

/** The sentence about what happened: the server's, or the wallet's. */
export function sentenceOf(error: FundingError): string {
  if (error.money === 'held') return databaseError(reasonOf(error.cause))
  if (error.cause instanceof ApiError) return error.cause.reason
  return asWalletError(error.cause).message || 'Failed to escrow tokens. Please try again.'
}

/** Whether the person said no in the wallet and nothing was sent: then nothing went wrong, and nothing turns red. */
const isDeclined = (error: FundingError): boolean => error.money === 'untouched' && isRejected(error.cause)

/** The toast about it. */
export const toastOf = (error: FundingError) => ({
  title: isDeclined(error) ? 'Not funded' : troubleWords[error.money].title,
  description: sentenceOf(error),
  tone: isDeclined(error) ? ('plain' as const) : ('bad' as const),
})

/** What happened, and where the money is. */
export function FundingTrouble({ error }: { error: FundingError }) {
  const { title, tone } = toastOf(error)
  return (
    <div
      role="alert"
      className={cx(
        'rounded border px-4 py-3',
        tone === 'bad' ? 'border-red bg-red-soft' : 'border-line bg-sunk',
      )}
    >
      <p className={cx('font-semibold', tone === 'bad' && 'text-red')}>{title}</p>
      <p className="mt-1 break-words">{sentenceOf(error)}</p>
      <p className="mt-2 text-ink-2 text-sm">{troubleWords[error.money].money}</p>
    </div>
  )
}

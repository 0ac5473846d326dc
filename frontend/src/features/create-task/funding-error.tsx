import { clsx as cx } from 'clsx'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { asWalletError, isRejected, walletTexts } from '../../lib/wallet/errors.ts'
import type { FundingError } from './fund-task.ts'
import { databaseError, troubleWords } from './funding-messages.ts'

/** The sentence about what happened: the server's, or the wallet's. */
export function sentenceOf(error: FundingError): string {
  if (error.money === 'held') return databaseError(reasonOf(error.cause))
  if (error.cause instanceof ApiError) return error.cause.reason
  const { message } = asWalletError(error.cause)
  return message === walletTexts.unknown ? 'Failed to escrow tokens. Please try again.' : message
}

/** The same in one line, which says what kind of trouble it is (spec section 8). */
function lineOf(error: FundingError): string {
  const { title, description } = toastOf(error)
  if (asWalletError(error.cause).message === walletTexts.unknown) return 'Failed to create task with tokens'
  return description.startsWith(title) ? description : `${title}: ${description}`
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
  const { tone } = toastOf(error)
  return (
    <div
      role="alert"
      className={cx(
        'rounded border px-4 py-3',
        tone === 'bad' ? 'border-red bg-red-soft' : 'border-line bg-sunk',
      )}
    >
      <p className={cx('break-words font-semibold', tone === 'bad' && 'text-red')}>{lineOf(error)}</p>
      <p className="mt-2 text-ink-2 text-sm">{troubleWords[error.money].money}</p>
    </div>
  )
}

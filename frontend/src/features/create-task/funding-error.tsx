import { clsx as cx } from 'clsx'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { asWalletError, isRejected, walletTexts } from '../../lib/wallet/errors.ts'
import type { FundingError } from './fund-task.ts'
import { databaseError, errorMessages } from './funding-messages.ts'

/** The message of the server or of the wallet. */
export function sentenceOf(error: FundingError): string {
  if (error.money === 'held') return databaseError(reasonOf(error.cause))
  if (error.cause instanceof ApiError) return error.cause.reason
  const { message } = asWalletError(error.cause)
  return message === walletTexts.unknown ? 'Failed to escrow tokens. Please try again.' : message
}

/** The message with the kind of error before it. */
function lineOf(error: FundingError): string {
  const { title, description } = toastOf(error)
  if (asWalletError(error.cause).message === walletTexts.unknown) return 'Failed to create task with tokens'
  return description.startsWith(title) ? description : `${title}: ${description}`
}

/** Whether the user rejected the request in the wallet and nothing was sent, which is not shown as an error. */
const isDeclined = (error: FundingError): boolean => error.money === 'untouched' && isRejected(error.cause)

/** The toast for a funding error. */
export const toastOf = (error: FundingError) => ({
  title: isDeclined(error) ? 'Not funded' : errorMessages[error.money].title,
  description: sentenceOf(error),
  tone: isDeclined(error) ? ('plain' as const) : ('bad' as const),
})

/** The error message, and where the money is. */
export function FundingErrorNotice({ error }: { error: FundingError }) {
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
      <p className="mt-2 text-ink-2 text-sm">{errorMessages[error.money].money}</p>
    </div>
  )
}

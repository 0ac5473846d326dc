import { ApiError, reasonOf } from '../../lib/api.ts'
import { asWalletError, isRejected, walletTexts } from '../../lib/wallet/errors.ts'
import { Notice } from '../../ui/notice.tsx'
import type { FundingError, MoneyState } from './fund-task.ts'

/** The message of the server or of the wallet. */
function sentenceOf(error: FundingError): string {
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

export const toastOf = (error: FundingError) => ({
  title: isDeclined(error) ? 'Not funded' : errorMessages[error.money].title,
  description: sentenceOf(error),
  tone: isDeclined(error) ? ('plain' as const) : ('bad' as const),
})

export function FundingErrorNotice({ error }: { error: FundingError }) {
  return (
    <Notice role="alert" tone={toastOf(error).tone} title={lineOf(error)}>
      <p className="mt-2 text-ink-2 text-sm">{errorMessages[error.money].money}</p>
    </Notice>
  )
}

interface Words {
  title: string
  /** Where the money is. */
  money: string
  /** The label of the button for the next action. */
  action: string
}

/** For each state: title, where the money is, and the label of the next action. */
export const errorMessages: Record<MoneyState, Words> = {
  untouched: {
    title: 'Blockchain Error',
    money: 'Nothing was sent: your money is still in your wallet, and nothing was saved.',
    action: 'Try again',
  },
  unsure: {
    title: 'Blockchain Error',
    money:
      'We do not know whether your wallet sent the transaction. The same task can be funded only once, so trying again never pays twice.',
    action: 'Try again',
  },
  waiting: {
    title: 'Waiting for the chain',
    money:
      'Your transaction was sent, but we could not see its result yet. Your terms are kept in this browser.',
    action: 'Check again',
  },
  reverted: {
    title: 'Blockchain Error',
    money: 'Your TAX is still in your wallet. Nothing was saved.',
    action: 'Try again',
  },
  held: {
    title: 'Database Error',
    money:
      'Your TAX is safe in escrow and the terms are kept in this browser. Saving again costs nothing and does not pay twice.',
    action: 'Save again',
  },
}

/** The message for a save that failed after funding. */
const databaseError = (reason: string): string =>
  `Database Error: Task was created on blockchain but failed to save in database: ${reason}`

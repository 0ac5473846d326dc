import { ApiError, reasonOf } from '../../lib/api.ts'
import { asWalletError } from '../../lib/wallet/trouble.ts'
import type { FundingError } from './fund-task.ts'
import { databaseError, troubleWords } from './funding-words.ts'

/** The sentence about what happened: the server's, or the wallet's. */
export function sentenceOf(error: FundingError): string {
  if (error.money === 'held') return databaseError(reasonOf(error.cause))
  if (error.cause instanceof ApiError) return error.cause.reason
  return asWalletError(error.cause).message || 'Failed to escrow tokens. Please try again.'
}

/** What happened, and where the money is. */
export function FundingTrouble({ error }: { error: FundingError }) {
  const { title, money } = troubleWords[error.money]
  return (
    <div role="alert" className="rounded border border-red bg-red-soft px-4 py-3">
      <p className="font-semibold text-red">{title}</p>
      <p className="mt-1 break-words">{sentenceOf(error)}</p>
      <p className="mt-2 text-ink-2 text-sm">{money}</p>
    </div>
  )
}

import type { Task } from '../../../../domain/task.ts'
import type { FundingChain } from '../../lib/wallet/chain.ts'
import { asWalletError, isRejected, WalletError, walletTexts } from '../../lib/wallet/errors.ts'
import { termsOf } from './escrow-terms.ts'
import type { FundingStore, PendingFunding } from './pending-funding.ts'

/** The steps of a funding, in their order. */
export type FundingStep = 'checking' | 'wallet' | 'confirming' | 'saving'

/**
 * Where the money is after an error. `untouched`: no transaction was sent. `unsure`: the wallet may have sent one.
 * `waiting`: sent, without a result yet. `reverted`: reverted on the chain. `held`: in escrow, but the task is not saved.
 */
export type MoneyState = 'untouched' | 'unsure' | 'waiting' | 'reverted' | 'held'

export class FundingError extends Error {
  override readonly name = 'FundingError'
  readonly money: MoneyState

  constructor(money: MoneyState, cause: Error) {
    super(cause.message, { cause })
    this.money = money
  }
}

export interface FundingParts {
  store: FundingStore
  chain: FundingChain
  /** @throws WalletError unless the right wallet is on the right chain and shows the right account */
  prepare: (pending: PendingFunding) => Promise<void>
  /** Asks the wallet to send the funding transaction; answers its hash. */
  send: (pending: PendingFunding) => Promise<string>
  save: (pending: PendingFunding) => Promise<Task>
  wait: (milliseconds: number) => Promise<void>
  onStep: (step: FundingStep, hash: string | null) => void
}

const firstWait = 300
const longestWait = 4000
/** Consecutive polls in which the node does not know the transaction, before the transaction counts as dropped. */
const unknownAtMost = 8

/**
 * Continues a funding from any state to the saved task: funds the escrow unless it is funded, waits for confirmation,
 * saves. It is idempotent: the same terms give the same escrow id, which the contract funds only once.
 * @throws FundingError that says where the money is
 */
export async function fundAndSave(pending: PendingFunding, parts: FundingParts): Promise<Task> {
  const { store, chain, onStep } = parts
  onStep('checking', pending.hash)
  const isFunded = await chain.escrow(pending.escrowId).catch(failAs(pending.hash ? 'waiting' : 'unsure'))
  const funded = isFunded ? pending : await fund(pending, parts)
  onStep('saving', funded.hash)
  const task = await parts.save(funded).catch(failAs('held'))
  store.drop(funded.escrowId)
  return task
}

async function fund(pending: PendingFunding, parts: FundingParts): Promise<PendingFunding> {
  const { store, chain, onStep } = parts
  let { hash } = pending
  if (!hash) {
    const isNew = !store.has(pending.escrowId)
    const unsent = failAs(isNew ? 'untouched' : 'unsure')
    await chain.checkFunding(termsOf(pending)).catch(unsent)
    await parts.prepare(pending).catch(unsent)
    keep(store, pending)
    onStep('wallet', null)
    hash = await parts.send(pending).catch((error: unknown) => {
      // After a rejection nothing was sent, unless the user approved an earlier prompt for the same terms.
      const isUntouched = isRejected(error) && isNew
      if (isUntouched) store.drop(pending.escrowId)
      throw new FundingError(isUntouched ? 'untouched' : 'unsure', asWalletError(error))
    })
    store.keep({ ...pending, hash })
  }
  const sent = { ...pending, hash }
  onStep('confirming', hash)
  await confirmed(sent, parts)
  return sent
}

async function confirmed(pending: PendingFunding & { hash: string }, { chain, store, wait }: FundingParts) {
  let unknown = 0
  for (let pause = firstWait; ; pause = Math.min(pause * 1.5, longestWait)) {
    // The escrow is checked first, because the wallet may have replaced the transaction by one with another hash.
    if (await chain.escrow(pending.escrowId).catch(failAs('waiting'))) return
    const state = await chain.transaction(pending.hash).catch(failAs('waiting'))
    if (state === 'reverted') {
      store.keep({ ...pending, hash: null })
      const message = 'The chain refused the transaction. Only its network fee was spent.'
      throw new FundingError('reverted', new WalletError('refused', message))
    }
    unknown = state === 'unknown' ? unknown + 1 : 0
    if (unknown > unknownAtMost) {
      store.keep({ ...pending, hash: null })
      const message = 'The network does not know the transaction. Your wallet may have cancelled it.'
      throw new FundingError('unsure', new WalletError('unknown', message))
    }
    await wait(pause)
  }
}

function keep(store: FundingStore, pending: PendingFunding) {
  try {
    store.keep(pending)
  } catch (cause) {
    throw new FundingError('untouched', new WalletError('storage', walletTexts.storage, { cause }))
  }
}

const failAs = (money: MoneyState) => (error: unknown) => {
  throw new FundingError(money, money === 'held' && error instanceof Error ? error : asWalletError(error))
}

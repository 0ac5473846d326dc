import { token } from './limits.ts'

// In a file without zod, because pages with lists of tasks use it.

/** All terms of an escrow: `escrowId = keccak256(abi.encode(terms))`. `reward` in base units, `refundableAt` in Unix seconds. */
export interface Terms {
  funder: string
  reward: bigint
  slots: number
  refundableAt: number
  salt: string
}

/**
 * An escrow's state on the chain. `reward` is in base units. Bit n of `paidBitmap` is set if slot n is paid, bit n of
 * `owedBitmap` if slot n is owed: its reward cannot return to the funder before `refundableAt` + 21 days.
 */
export interface EscrowState {
  reward: bigint
  slots: number
  paidCount: number
  closed: boolean
  paidBitmap: bigint
  owedBitmap: bigint
}

const unit = 10n ** BigInt(token.decimals)

/** Converts CENTS to base units of TAX. N CENTS are N whole TAX. */
export const toBaseUnits = (cents: number): bigint => BigInt(cents) * unit

/** Converts base units of TAX to CENTS, rounded down to whole TAX. */
export const toCents = (units: bigint): number => Number(units / unit)

/** CENTS that a task puts in escrow: reward × maxCompletions (docs/product.md, Tasks). */
export const escrowAmount = (task: { reward: number; maxCompletions: number }): number =>
  task.reward * task.maxCompletions

const hasBit = (bitmap: bigint, slot: number) => ((bitmap >> BigInt(slot)) & 1n) === 1n

export const isSlotPaid = (state: Pick<EscrowState, 'paidBitmap'>, slot: number): boolean =>
  hasBit(state.paidBitmap, slot)

export const isSlotOwed = (state: Pick<EscrowState, 'owedBitmap'>, slot: number): boolean =>
  hasBit(state.owedBitmap, slot)

export const owedCount = ({ owedBitmap }: Pick<EscrowState, 'owedBitmap'>): number =>
  owedBitmap.toString(2).replaceAll('0', '').length

/** CENTS of the slots that are neither paid nor owed: what closing the escrow returns, or has returned. */
export const remainderOf = (state: EscrowState): number =>
  toCents(state.reward) * (state.slots - state.paidCount - owedCount(state))

/**
 * True if the first `count` slots are paid, which are the slots of approved submissions. `paidCount` is not enough: with a
 * stolen signing key, other slots may have been paid.
 */
export function areClaimsPaid(state: Pick<EscrowState, 'paidBitmap'>, count: number): boolean {
  const claims = (1n << BigInt(count)) - 1n
  return (state.paidBitmap & claims) === claims
}

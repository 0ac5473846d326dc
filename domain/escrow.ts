import * as z from 'zod'
import { token } from './limits.ts'
import { bytes32 } from './schema.ts'

/** The part of an escrow's terms that only its funder knows; `refundableAt` is Unix seconds. */
export const escrowTerms = z.strictObject({
  salt: bytes32,
  refundableAt: z.number().int().positive(),
})
export type EscrowTerms = z.infer<typeof escrowTerms>

/** The whole terms: with them `escrowId = keccak256(abi.encode(terms))`. `reward` is in base units. */
export interface Terms {
  funder: string
  reward: bigint
  slots: number
  refundableAt: number
  salt: string
}

/** An escrow's state on chain; `reward` in base units, bit n of `paidBitmap` set when slot n is paid. */
export interface EscrowState {
  reward: bigint
  slots: number
  paidCount: number
  closed: boolean
  paidBitmap: bigint
}

const unit = 10n ** BigInt(token.decimals)

/** CENTS → base units of TAX: N CENTS are N whole TAX. */
export const toBaseUnits = (cents: number): bigint => BigInt(cents) * unit

/** The reverse, of whole TAX. */
export const toCents = (units: bigint): number => Number(units / unit)

/** CENTS to put in escrow for a task (spec section 9: reward × maxCompletions). */
export const escrowAmount = (task: { reward: number; maxCompletions: number }): number =>
  task.reward * task.maxCompletions

/** True when a slot of this escrow has been paid. */
export const isSlotPaid = (state: Pick<EscrowState, 'paidBitmap'>, slot: number): boolean =>
  ((state.paidBitmap >> BigInt(slot)) & 1n) === 1n

/**
 * True when the first `count` slots are paid: those that approvals have claimed. How many are paid in all says less, since
 * whoever stole the key may have paid others.
 */
export function areClaimsPaid(state: Pick<EscrowState, 'paidBitmap'>, count: number): boolean {
  const claims = (1n << BigInt(count)) - 1n
  return (state.paidBitmap & claims) === claims
}

import { AbiCoder, keccak256, type Result } from 'ethers'
import type { EscrowState, Terms } from '../domain/escrow.ts'
import { termsType } from './abi.ts'

const coder = AbiCoder.defaultAbiCoder()

/** `escrowId = keccak256(abi.encode(terms))`. */
export const escrowId = (terms: Terms): string => keccak256(coder.encode([`tuple${termsType}`], [terms]))

/** The data of `onTransferReceived`: the terms without the funder, who is the sender. */
export const encodeTerms = ({ reward, slots, refundableAt, salt }: Omit<Terms, 'funder'>): string =>
  coder.encode(['uint96', 'uint8', 'uint64', 'bytes32'], [reward, slots, refundableAt, salt])

/** The decoded result of `escrows(id)`, or null when nothing was ever funded under its id. */
export function stateOf([
  reward,
  slots,
  paidCount,
  closed,
  paidBitmap,
  owedBitmap,
]: Result): EscrowState | null {
  if (reward === 0n) return null
  return { reward, slots: Number(slots), paidCount: Number(paidCount), closed, paidBitmap, owedBitmap }
}

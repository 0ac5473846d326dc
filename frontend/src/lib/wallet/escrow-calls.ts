import { AbiCoder, Interface, keccak256 } from 'ethers'
import { escrowAbi, tokenAbi } from '../../../../contracts/abi.ts'
import type { EscrowState, Terms } from '../../../../domain/escrow.ts'

/** ABI encoding for the two contracts. Load this module lazily, because it imports ethers. */

const token = new Interface(tokenAbi)
const escrow = new Interface(escrowAbi)
const coder = AbiCoder.defaultAbiCoder()

/** `escrowId = keccak256(abi.encode(terms))`. */
export const escrowId = (terms: Terms): string =>
  keccak256(
    coder.encode(
      ['tuple(address funder,uint96 reward,uint8 slots,uint64 refundableAt,bytes32 salt)'],
      [terms],
    ),
  )

/** The data of `onTransferReceived`: the terms without the funder, who is the sender. */
export const encodeTerms = ({ reward, slots, refundableAt, salt }: Terms): string =>
  coder.encode(['uint96', 'uint8', 'uint64', 'bytes32'], [reward, slots, refundableAt, salt])

/** Call data that pays reward × slots into the escrow and opens it, in one transaction (ERC-1363). */
export const fundingData = (escrowAddress: string, terms: Terms): string =>
  token.encodeFunctionData('transferAndCall(address,uint256,bytes)', [
    escrowAddress,
    terms.reward * BigInt(terms.slots),
    encodeTerms(terms),
  ])

/** Call data of the refund of an escrow, possible from `refundableAt` on. */
export const refundData = (terms: Terms): string => escrow.encodeFunctionData('refund', [terms])

export const balanceData = (owner: string): string => token.encodeFunctionData('balanceOf', [owner])
export const decodeBalance = (result: string): bigint => token.decodeFunctionResult('balanceOf', result)[0]

export const stateData = (id: string): string => escrow.encodeFunctionData('escrows', [id])

/** An escrow's state, or null when nothing was ever funded under its id. */
export function decodeState(result: string): EscrowState | null {
  const [reward, slots, paidCount, closed, paidBitmap, owedBitmap] = escrow.decodeFunctionResult(
    'escrows',
    result,
  )
  if (reward === 0n) return null
  return { reward, slots: Number(slots), paidCount: Number(paidCount), closed, paidBitmap, owedBitmap }
}

/** The name of the contracts' custom error in revert data, which nodes nest differently, or null. */
export function revertName(data: unknown): string | null {
  if (typeof data === 'object' && data !== null) {
    return (
      Object.values(data)
        .map(revertName)
        .find((name) => name !== null) ?? null
    )
  }
  if (typeof data !== 'string' || !/^0x[0-9a-f]{8}/i.test(data)) return null
  return (escrow.parseError(data) ?? token.parseError(data))?.name ?? null
}

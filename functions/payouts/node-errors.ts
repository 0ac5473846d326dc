import { Interface, isError } from 'ethers'
import { escrowAbi } from '../../contracts/abi.ts'

export const escrowInterface = new Interface(escrowAbi)

/** Why a simulated transaction would revert: the contract's error name and a sentence. */
export interface Refusal {
  error: string
  reason: string
}

/** Whether the node already has the transaction, or its nonce is used. Then only a receipt shows whether it was mined. */
export function isKnown(error: unknown): boolean {
  if (isError(error, 'NONCE_EXPIRED') || isError(error, 'REPLACEMENT_UNDERPRICED')) return true
  return /already known|known transaction|already imported|nonce too low/i.test(String(error))
}

/** Whether the transaction's fee is too low for the node, and the node has no other transaction with this nonce. */
export function isUnderpriced(error: unknown): boolean {
  if (isError(error, 'REPLACEMENT_UNDERPRICED')) return false
  return /max ?fee ?per ?gas\b.*(?:too low|less than)|fee ?too ?low|(?<!replacement )transaction underpriced/i.test(
    String(error),
  )
}

/** The contract's error of a revert, or null if the error is not a revert. */
export function refusalOf(error: unknown): Refusal | null {
  if (!isError(error, 'CALL_EXCEPTION')) return null
  // ethers throws the same exception, without data, for a node's own problem, such as a limit or a missing block.
  if (!error.data || error.data === '0x') return { error: 'NoRevertData', reason: error.shortMessage }
  const parsed = escrowInterface.parseError(error.data)
  const name = parsed?.name ?? error.revert?.name ?? 'Unknown'
  return { error: name, reason: parsed ? `${name}(${parsed.args.join(', ')})` : (error.reason ?? name) }
}

/** Whether the signer of the transaction cannot pay for its gas. */
export const isUnfunded = (error: unknown): boolean => /insufficient funds|enough funds/i.test(String(error))

import { Interface, isError } from 'ethers'
import { escrowAbi } from '../../contracts/abi.ts'

export const escrowInterface = new Interface(escrowAbi)

/** Why a simulated transaction would revert: the contract's error name and a sentence. */
export interface Refusal {
  error: string
  reason: string
}

/** The node has these bytes, or their nonce is used: their receipt decides. */
export function isKnown(error: unknown): boolean {
  if (isError(error, 'NONCE_EXPIRED') || isError(error, 'REPLACEMENT_UNDERPRICED')) return true
  return /already known|known transaction|already imported|nonce too low/i.test(String(error))
}

/** The fee of these bytes fell behind what the node takes; no other version of them is with the node. */
export function isUnderpriced(error: unknown): boolean {
  if (isError(error, 'REPLACEMENT_UNDERPRICED')) return false
  return /max ?fee ?per ?gas\b.*(?:too low|less than)|fee ?too ?low|(?<!replacement )transaction underpriced/i.test(
    String(error),
  )
}

/** The contract's own words for a revert, or null when the error is none. */
export function refusalOf(error: unknown): Refusal | null {
  if (!isError(error, 'CALL_EXCEPTION')) return null
  // A node's own trouble (a limit, a missing block) comes as the same exception, but without data.
  if (!error.data || error.data === '0x') return { error: 'NoRevertData', reason: error.shortMessage }
  const parsed = escrowInterface.parseError(error.data)
  const name = parsed?.name ?? error.revert?.name ?? 'Unknown'
  return { error: name, reason: parsed ? `${name}(${parsed.args.join(', ')})` : (error.reason ?? name) }
}

/** The signer of these bytes cannot pay for their gas. */
export const isUnfunded = (error: unknown): boolean =>
  isError(error, 'INSUFFICIENT_FUNDS') || /insufficient funds|enough funds/i.test(String(error))

import { noConnection } from '../connectivity.ts'
import { shorten } from '../format.ts'

/** Kinds of wallet and chain errors that the user interface distinguishes. */
export type WalletErrorKind =
  | 'missing'
  | 'rejected'
  | 'busy'
  | 'add-chain'
  | 'switch-chain'
  | 'wrong-account'
  | 'account-changed'
  | 'low-token'
  | 'low-gas'
  | 'refused'
  | 'offline'
  | 'storage'
  | 'unknown'

/** An error of the wallet code. `message` is for users. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly kind: WalletErrorKind

  constructor(kind: WalletErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

export const walletTexts = {
  /** Used if the wallet gives no reason. */
  unknown: 'Unknown error',
  missing: 'Wallet extension not detected. Please install the browser wallet extension.',
  missingOnMobile: "Please open this website in the wallet app's mobile browser or install the wallet app.",
  rejected: 'You declined the request in your wallet.',
  busy: 'Your wallet is still waiting for an answer to an earlier request. Open it and answer there first.',
  addChain: 'Failed to add the test network to your wallet. Please add it manually.',
  switchChain: 'Failed to switch to the test network. Please switch manually in your wallet.',
  accountChanged: 'The account in your wallet changed in the meantime. Please start again.',
  lowGas: 'Your wallet has too little BTC to pay the network fee. The faucet gives test coins.',
  offline: noConnection,
  storage:
    "Your browser refuses to keep this site's data, so the terms of your escrow could be lost. Allow site storage and try again.",
} as const

export const insufficientTax = (amount: number): string =>
  `Insufficient TAX balance. You need at least ${amount} TAX.`

/** The wallet shows another account than the one that is signed in. */
export const wrongAccount = (wallet: string, signedIn: string): WalletError =>
  new WalletError(
    'wrong-account',
    `Your wallet is on ${shorten(wallet)}, but you are signed in with ${shorten(signedIn)}. Switch the account in your wallet, or sign in again.`,
  )

interface Nested {
  code?: unknown
  message?: unknown
  data?: unknown
  cause?: unknown
  error?: unknown
  originalError?: unknown
}

/** The code of an EIP-1193 or JSON-RPC error, which wallets nest differently. */
export function codeOf(error: unknown, depth = 0): number | string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  const { code, data, cause, error: inner, originalError } = error as Nested
  // MetaMask wraps 4902 in an "Internal JSON-RPC error" whose data holds the original.
  const deeper = [data, originalError, inner, cause].map((part) => codeOf(part, depth + 1))
  const found = deeper.find((value) => value !== undefined)
  if (found !== undefined && (code === undefined || code === -32603 || code === 'UNKNOWN_ERROR')) return found
  return typeof code === 'number' || typeof code === 'string' ? code : undefined
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return typeof error === 'string' ? error : ''
}

/** Converts anything that a wallet threw to a WalletError, by EIP-1193 code, JSON-RPC code or message. */
export function asWalletError(error: unknown): WalletError {
  if (error instanceof WalletError) return error
  const code = codeOf(error)
  const message = messageOf(error)
  const wrap = (kind: WalletErrorKind, text: string) => new WalletError(kind, text, { cause: error })
  if (code === 4001 || code === 'ACTION_REJECTED' || /user (rejected|denied)/i.test(message))
    return wrap('rejected', walletTexts.rejected)
  if (code === -32002) return wrap('busy', walletTexts.busy)
  if (/insufficient funds|enough funds/i.test(message)) return wrap('low-gas', walletTexts.lowGas)
  if (code === 4900 || code === 4901 || (error instanceof TypeError && /fetch|network/i.test(message)))
    return wrap('offline', walletTexts.offline)
  return wrap('unknown', message || walletTexts.unknown)
}

/** Whether the user rejected the request in the wallet. */
export const isRejected = (error: unknown): boolean =>
  asWalletError(error).kind === 'rejected' || codeOf(error) === 4001

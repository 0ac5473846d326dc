import type { SiteConfig } from '../../../../domain/config.ts'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf, type Sent } from '../../lib/api.ts'
import { shorten } from '../../lib/format.ts'
import { forget, walletState } from '../../lib/wallet/connection.ts'
import { asWalletError, isRejected, WalletError, walletTexts } from '../../lib/wallet/errors.ts'
import { connect } from '../../lib/wallet/prepare-wallet.ts'
import { chooseAccount, personalSign, sameAddress, type Wallet } from '../../lib/wallet/provider.ts'
import { useUserMutation } from './session-mutation.ts'

export interface WalletProof {
  walletAddress: string
  signature: string
  message: string
}

/** What a wallet signs for, if not to sign in. */
type Purpose = Pick<Sent<'GET /api/auth/challenge'>, 'moveTo' | 'purpose'>

type SaveWallet = (proof: Pick<WalletProof, 'walletAddress'> & Partial<WalletProof>) => Promise<User>

/** Saves the wallet of the signed-in user. A wallet other than the saved one needs a proof. */
export const useSaveWallet = () => useUserMutation('POST /api/wallet')

export type SignInStep = 'connecting' | 'signing' | 'verifying'

/** A failed sign-in: the toast's title and text. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly title: string

  /** True if the user rejected the request in the wallet, which is not shown as an error. */
  get isDeclined(): boolean {
    return isRejected(this.cause)
  }

  constructor(title: string, message: string, cause: unknown) {
    super(message, { cause })
    this.title = title
  }
}

/** Connects a wallet. @throws SignInError with the toast's texts */
async function connectForSignIn(wallet: Wallet, config: SiteConfig): Promise<string> {
  return connect(wallet, config).catch((error: unknown) => {
    const { message, kind } = asWalletError(error)
    if (message === walletTexts.unknown)
      throw new SignInError('Wallet connection failed', 'Unknown error connecting wallet', error)
    if (kind === 'add-chain' || kind === 'switch-chain')
      throw new SignInError('Wallet connection failed', message, error)
    throw new SignInError('Failed to connect wallet', `Failed to connect wallet: ${message}`, error)
  })
}

/** Sign-In with Ethereum (EIP-4361): requests a message, lets the wallet sign it, and sends the signature. */
export async function signInWithEthereum(
  wallet: Wallet,
  config: SiteConfig,
  onStep: (step: SignInStep) => void,
): Promise<SignedInUser> {
  onStep('connecting')
  const address = await connectForSignIn(wallet, config)
  const proof = await prove(wallet, address, onStep)
  return call('POST /api/auth/web3', proof).catch(authenticationFailed)
}

/** Has the wallet sign a challenge, which proves that the user controls the wallet. @throws SignInError */
async function prove(
  wallet: Wallet,
  address: string,
  onStep: (step: SignInStep) => void,
  purpose: Purpose = {},
): Promise<WalletProof> {
  const { message } = await call('GET /api/auth/challenge', { address, ...purpose }).catch(
    authenticationFailed,
  )
  onStep('signing')
  const signature = await personalSign(wallet.provider, address, message).catch((error: unknown) => {
    const wallets = asWalletError(error)
    const text = 'Failed to sign authentication message. Please try again.'
    throw new SignInError('Signature Failed', wallets.kind === 'busy' ? wallets.message : text, error)
  })
  if (!sameAddress(walletState().address, address)) {
    const changed = new WalletError('account-changed', walletTexts.accountChanged)
    throw new SignInError('Authentication failed', changed.message, changed)
  }
  onStep('verifying')
  return { walletAddress: address, signature, message }
}

/**
 * Connects the wallet of the signed-in user and saves it; a failed save is only logged. An account
 * without a wallet must prove the wallet, to which its rewards are then paid.
 * Returns the saved user, or null if the save failed. @throws SignInError
 */
export async function connectAndSave(
  wallet: Wallet,
  config: SiteConfig,
  user: User | null,
  onStep: (step: SignInStep) => void,
  save: SaveWallet,
): Promise<User | null> {
  onStep('connecting')
  const walletAddress = await connectForSignIn(wallet, config)
  try {
    return await save({ walletAddress })
  } catch (error) {
    if (!user || user.walletAddress) {
      console.warn(error)
      return null
    }
    if (!(error instanceof ApiError && error.status === 400)) throw notLinked(error)
  }
  try {
    const proof = await prove(wallet, walletAddress, onStep, { purpose: 'link' })
    return await save(proof)
  } catch (error) {
    throw notLinked(error)
  }
}

/**
 * Asks for a signature by the account's `present` wallet or, for the purpose 'link', by another one.
 * @throws SignInError
 */
export async function proveAccount(
  wallet: Wallet,
  config: SiteConfig,
  present: string,
  purpose: Purpose,
  onStep: (step: SignInStep) => void,
): Promise<WalletProof> {
  const isOther = purpose.purpose === 'link'
  onStep('connecting')
  const shown = await connectForSignIn(wallet, config)
  const isWrong = (address: string | undefined) => !address || sameAddress(address, present) === isOther
  const address = isWrong(shown) ? await chooseAccount(wallet.provider) : shown
  if (address && !isWrong(address)) return prove(wallet, address, onStep, purpose)
  if (isOther) {
    const text = 'This is your wallet already. Choose another account in it first, or another wallet.'
    throw new SignInError('Wallet not changed', text, null)
  }
  forget()
  throw new SignInError('Not your present wallet', `Choose the account ${shorten(present)} in it.`, null)
}

/** The error with the toast's texts, by default with this title and the message of the server or of the wallet. */
export function asSignInError(error: unknown, title: string): SignInError {
  if (error instanceof SignInError) return error
  const reason = error instanceof ApiError ? error.reason : asWalletError(error).message
  return new SignInError(title, reason, error)
}

/** Disconnects the wallet, unless it is the account's own. */
export function keepConnected(own: string | null) {
  if (!sameAddress(walletState().address, own)) forget()
}

/** Disconnects the wallet, because it is not the account's wallet. */
function notLinked(error: unknown): SignInError {
  forget()
  return asSignInError(error, 'Failed to connect wallet')
}

function authenticationFailed(error: unknown): never {
  throw new SignInError(
    'Authentication failed',
    reasonOf(error, 'Unknown error during authentication'),
    error,
  )
}

import type { SiteConfig } from '../../../../domain/config.ts'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { connect, forget, walletState } from '../../lib/wallet/connection.ts'
import { asWalletError, isRejected, WalletError, walletTexts } from '../../lib/wallet/errors.ts'
import { chooseAccount, personalSign, sameAddress, type Wallet } from '../../lib/wallet/provider.ts'

/** What shows the server that somebody holds a wallet. */
export interface WalletProof {
  walletAddress: string
  signature: string
  message: string
}

type SaveWallet = (proof: Pick<WalletProof, 'walletAddress'> & Partial<WalletProof>) => Promise<User>

/** Saves the wallet of the signed-in user, with its proof where it is not the saved one already. */
export const useSaveWallet = () =>
  useApiMutation('POST /api/wallet', ['GET /api/leaderboard', 'GET /api/admin/dashboard', 'balance'])

export type SignInStep = 'connecting' | 'signing' | 'verifying'

/** A failed sign-in in the specification's words (section 8): the toast's title and its sentence. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly title: string

  /** True when the person declined it themselves: nothing went wrong then, and nothing turns red. */
  get isDeclined(): boolean {
    return isRejected(this.cause)
  }

  constructor(title: string, message: string, cause: unknown) {
    super(message, { cause })
    this.title = title
  }
}

/** Connects a wallet, with the specification's title and sentence when that fails. */
export async function connectOrSay(wallet: Wallet, config: SiteConfig): Promise<string> {
  return connect(wallet, config).catch((error: unknown) => {
    const { message, trouble } = asWalletError(error)
    if (message === walletTexts.unknown)
      throw new SignInError('Wallet connection failed', 'Unknown error connecting wallet', error)
    if (trouble === 'add-chain' || trouble === 'switch-chain')
      throw new SignInError('Wallet connection failed', message, error)
    throw new SignInError('Failed to connect wallet', `Failed to connect wallet: ${message}`, error)
  })
}

/** Spec section 4, wallet sign-in: connect, challenge, personal-sign, post. Signs with EIP-4361. */
export async function signInWithEthereum(
  wallet: Wallet,
  config: SiteConfig,
  onStep: (step: SignInStep) => void,
): Promise<SignedInUser> {
  onStep('connecting')
  const address = await connectOrSay(wallet, config)
  const proof = await prove(wallet, address, onStep)
  return call('POST /api/auth/web3', proof).catch(authenticationFailed)
}

/** A challenge signed by the wallet with this address: proof that whoever sits here holds it. @throws SignInError */
async function prove(
  wallet: Wallet,
  address: string,
  onStep: (step: SignInStep) => void,
): Promise<WalletProof> {
  const { message } = await call('GET /api/auth/challenge', { address }).catch(authenticationFailed)
  onStep('signing')
  const signature = await personalSign(wallet.provider, address, message).catch((error: unknown) => {
    const wallets = asWalletError(error)
    const text = 'Failed to sign authentication message. Please try again.'
    throw new SignInError('Signature Failed', wallets.trouble === 'busy' ? wallets.message : text, error)
  })
  if (!sameAddress(walletState().address, address)) {
    const changed = new WalletError('account-changed', walletTexts.accountChanged)
    throw new SignInError('Authentication failed', changed.message, changed)
  }
  onStep('verifying')
  return { walletAddress: address, signature, message }
}

/**
 * Connects the wallet of someone who is signed in and tells the server its address; a failure there is only logged
 * (spec section 4). An account that has no wallet yet proves this one, and then it is where its rewards go.
 * Answers the user as they are afterwards, or null when nothing is known. @throws SignInError
 */
export async function connectAndSave(
  wallet: Wallet,
  config: SiteConfig,
  user: User | null,
  onStep: (step: SignInStep) => void,
  save: SaveWallet,
): Promise<User | null> {
  onStep('connecting')
  const walletAddress = await connectOrSay(wallet, config)
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
    const proof = await prove(wallet, walletAddress, onStep)
    return await save(proof)
  } catch (error) {
    throw notLinked(error)
  }
}

/**
 * Makes another wallet the account's, proven by a signed challenge; from then on it is the one that is paid and that signs
 * in. `save` sends the proof to the server. @throws SignInError
 */
export async function changeWallet(
  wallet: Wallet,
  config: SiteConfig,
  before: string,
  onStep: (step: SignInStep) => void,
  save: SaveWallet,
): Promise<User> {
  onStep('connecting')
  const shown = await connectOrSay(wallet, config)
  try {
    const address = sameAddress(shown, before) ? await chooseAccount(wallet.provider) : shown
    if (!address || sameAddress(address, before)) {
      const text = 'This is your wallet already. Choose another account in it first, or another wallet.'
      throw new SignInError('Wallet not changed', text, null)
    }
    return await save(await prove(wallet, address, onStep))
  } catch (error) {
    // What is connected must be the account's own again.
    if (!sameAddress(walletState().address, before)) forget()
    if (error instanceof SignInError) throw error
    const reason = error instanceof ApiError ? error.reason : asWalletError(error).message
    throw new SignInError('Wallet not changed', reason, error)
  }
}

/** A wallet that is not the account's must not look connected. */
function notLinked(error: unknown): SignInError {
  forget()
  return error instanceof SignInError
    ? error
    : new SignInError('Failed to connect wallet', reasonOf(error), error)
}

function authenticationFailed(error: unknown): never {
  // An answer that is no JSON has nothing in it for people.
  const reason = error instanceof SyntaxError ? 'Unknown error during authentication' : reasonOf(error)
  throw new SignInError('Authentication failed', reason, error)
}

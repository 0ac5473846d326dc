import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { brand } from '../../domain/brand.ts'
import { AppError } from '../../domain/errors.ts'
import { session, throttles } from '../../domain/limits.ts'
import { placeholderUsername, type SignedInUser, type User } from '../../domain/user.ts'
import type { Context, Services, UserContext } from '../runtime/context.ts'
import { newToken, sha256 } from '../runtime/crypto.ts'
import { countAttempt, perNetwork } from '../runtime/throttle.ts'
import * as sessions from '../table/sessions.ts'
import * as users from '../table/users.ts'
import { checksum } from './checksum.ts'
import { recordFailedSignIn } from './security-log.ts'
import type { SigningIn } from './session.ts'

const addressMissing = 'Name the wallet that signs in, with the parameter address'

type Purpose = NonNullable<Input<'GET /api/auth/challenge'>['purpose']>

const signInStatement = `Sign in to ${brand}. This costs nothing and moves no money.`

/** What a message says that changes the account of this name. `target` is the wallet to which it moves the account. */
const statements: Record<Exclude<Purpose, 'sign-in'> | 'move', (name: string, target: string) => string> = {
  link: (name) =>
    `Link this wallet to the ${brand} account ${name}, so that all later rewards are paid to this wallet.`,
  password: (name) => `Set a new password for the ${brand} account ${name}.`,
  move: (name, target) =>
    `Move the ${brand} account ${name}, and all later rewards, to the wallet ${target}.`,
}

/**
 * A message (EIP-4361) that is valid for one use within 5 minutes and for one purpose, which the message states, so that a
 * signature given to sign in is not enough to take an account. Except to sign in, it names the caller's account and is valid for that
 * account only, so that nobody links the wallet of a person who believes to link their own account. Without an address the
 * message has no address line, and any wallet can sign in with it. With `moveTo` the message moves the account of the
 * wallet to that wallet.
 * @throws unauthenticated without an account, except to sign in; invalid without an address, except to sign in on stages with
 * `bareChallenge`; tooManyRequests
 */
export async function challenge(
  context: Context,
  { address, moveTo, purpose = 'sign-in' }: Input<'GET /api/auth/challenge'>,
) {
  const { config, now, table, user } = context
  if (!address && (moveTo || purpose !== 'sign-in' || !config.BARE_CHALLENGE))
    throw new AppError('invalid', addressMissing, [{ path: 'address', message: addressMissing }])
  await countAttempt(context, [perNetwork(context, 'challenge', throttles.challenges)])
  const issuedAt = new Date(now())
  const expires = new Date(now() + session.challenge * 1000)
  const wallet = address && checksum(address)
  const target = moveTo ? checksum(moveTo) : ''
  const action = target ? 'move' : purpose
  if (action !== 'sign-in' && !user) throw new AppError('unauthenticated', 'Please sign in first')
  // siwe would write the same text, but it takes a quarter of a cold start to load.
  const message = [
    `${config.SITE_ORIGIN} wants you to sign in with your Ethereum account:`,
    ...(wallet ? [wallet] : []),
    '',
    action === 'sign-in' || !user ? signInStatement : statements[action](user.username, target),
    '',
    `URI: ${config.SITE_ORIGIN}`,
    'Version: 1',
    `Chain ID: ${config.CHAIN_ID}`,
    `Nonce: ${newToken().replace(/[^A-Za-z0-9]/g, '')}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expires.toISOString()}`,
  ].join('\n')
  const expiresAt = Math.floor(expires.getTime() / 1000)
  const saved = { address: wallet, purpose: boundTo(user, target ? toMove(target) : purpose) }
  await sessions.saveChallenge(table, sha256(message), saved, expiresAt)
  return { message }
}

/** The purpose of a message that moves an account to this wallet, which is checksummed. */
export const toMove = (wallet: string) => `move to ${wallet}` as const

type SignedFor = Purpose | ReturnType<typeof toMove>

/** The purpose as it is stored: only the account for which a message was made can use it. */
const boundTo = (user: Pick<User, 'id'> | null, purpose: SignedFor) =>
  purpose === 'sign-in' ? purpose : `${purpose} of ${user?.id}`

/**
 * Signs in with a signed challenge; the first time creates the user (`isFirstLogin`). The start of the session ends an announced
 * move to another wallet, because the account's own wallet has signed.
 */
export async function signIn(
  context: Context,
  input: Input<'POST /api/auth/web3'>,
): Promise<SignedInUser & SigningIn> {
  await countAttempt(context, [perNetwork(context, 'wallet-sign-in', throttles.walletSignIns)])
  const wallet = await proveWallet(context, input, 'sign-in').catch(async (error: unknown) => {
    const claimed = await users.byWallet(context.table, input.walletAddress)
    if (error instanceof AppError) await recordFailedSignIn(context, claimed?.id)
    throw error
  })
  const known = await users.byWallet(context.table, wallet)
  const { user, isFirstLogin } = known
    ? { user: known, isFirstLogin: false }
    : await createUser(context, wallet)
  const { walletMove: endedMove, ...rest } = user
  return { ...rest, isFirstLogin, ...(endedMove && { endedMove }) }
}

/** `serve` ends the session, because the row of the route says so. */
export const logout = async () => ({})

export const currentUser = async ({ user }: UserContext): Promise<User> => user

/**
 * The checksummed wallet that signed a valid challenge for this purpose, which is consumed.
 * @throws unauthenticated for a sign-in; forbidden for another purpose, because a new session would not make the proof valid
 */
export async function proveWallet(
  { chain, config, now, table, user }: Context,
  { walletAddress, signature, message }: Input<'POST /api/auth/web3'>,
  purpose: SignedFor,
): Promise<string> {
  const wallet = checksum(walletAddress)
  const isSignIn = purpose === 'sign-in'
  const code = isSignIn ? 'unauthenticated' : 'forbidden'
  const next = isSignIn ? 'Please sign in again.' : 'Please try again and sign the new message.'
  const mismatch = `The signature does not match this wallet. ${next}`
  if ((await chain.signerOf(message, signature)) !== wallet) throw new AppError(code, mismatch)
  const signed = { address: wallet, purpose: boundTo(user, purpose) }
  if (!(await sessions.consumeChallenge(table, sha256(message), signed, now() / 1000)))
    throw new AppError(
      code,
      `This ${isSignIn ? 'sign-in request' : 'message'} has expired or was used. ${next}`,
    )
  // Only now, because siwe takes up to 0.4 s for a text that this server did not write. A bare challenge names no wallet, so it
  // is no message of EIP-4361.
  if (message.includes(wallet) && !(await isMessageOf(message, wallet, config.SITE_ORIGIN)))
    throw new AppError(code, mismatch)
  return wallet
}

/** Whether siwe reads this text as a message (EIP-4361) that this wallet signs for this site. */
async function isMessageOf(text: string, wallet: string, siteOrigin: string): Promise<boolean> {
  const { SiweMessage } = (await import('siwe')).default
  try {
    const { address, uri } = new SiweMessage(text)
    return address === wallet && uri === siteOrigin
  } catch {
    return false
  }
}

async function createUser({ now, table }: Services, wallet: string) {
  const id = ulid(now())
  const user = users.newAccount(now(), {
    id,
    username: placeholderUsername(wallet, id),
    walletAddress: wallet,
  })
  const taken = await users.create(table, user)
  if (taken === null) return { user, isFirstLogin: true }
  const other = await users.byWallet(table, wallet)
  if (!other) throw new AppError('conflict', 'Please sign in again')
  return { user: other, isFirstLogin: false }
}

import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { walletMoveWait } from '../../domain/limits.ts'
import { suspendedRefusal } from '../../domain/permissions.ts'
import type { User } from '../../domain/user.ts'
import type { UserContext } from '../runtime/context.ts'
import { requireFresh } from '../runtime/fresh-session.ts'
import * as users from '../table/users.ts'
import * as wallets from '../table/wallets.ts'
import { proveWallet, toMove } from './auth.ts'
import { checkPassword } from './own-password.ts'
import * as security from './security-log.ts'
import { signOutOthers } from './session.ts'

const changed = () => new AppError('conflict', 'Your wallet was just changed elsewhere. Please reload.')
const walletTaken = () => new AppError('conflict', 'This wallet belongs to another account')

/**
 * Links a wallet that signed a challenge to the caller's account. The wallet that is linked already changes nothing. If
 * another wallet is linked, that wallet signs a message that names the new one; or the password announces the move, which then
 * happens after 72 hours unless it is cancelled. The first wallet needs the password, and waits as well if the password
 * changed in the last 72 hours.
 * @throws invalid without a signature, forbidden for a wrong one, conflict when another account has the wallet
 */
export async function linkWallet(context: UserContext, input: Input<'POST /api/wallet'>): Promise<User> {
  const { now, user } = context
  const { walletAddress, signature, message, oldSignature, oldMessage, password } = input
  const old = user.walletAddress
  if (old?.toLowerCase() === walletAddress.toLowerCase()) return user
  if (!signature || !message) {
    const text = 'To link this wallet, sign a challenge with it and send its message and signature too'
    throw new AppError('invalid', text, [{ path: signature ? 'message' : 'signature', message: text }])
  }
  // Otherwise the former wallet would be free for a new account without the suspension.
  if (old && user.suspended) throw new AppError('forbidden', suspendedRefusal)
  const signedByOld = old && oldSignature && oldMessage
  if (!signedByOld) {
    if (password === undefined) throw old ? proofMissing() : passwordMissing()
    await checkPassword(context, password)
  }
  const wallet = await proveWallet(context, { walletAddress, signature, message }, 'link')
  if (signedByOld) {
    const proof = { walletAddress: old, signature: oldSignature, message: oldMessage }
    await proveWallet(context, proof, toMove(wallet))
  }
  if ((old && !signedByOld) || hasNewPassword(context)) return announce(context, wallet)
  const at = new Date(now()).toISOString()
  const writes = wallets.link(user, wallet, signOutOthers(context), at)
  const outcome = wallets.outcomeOf(await security.recordIf(context, user, 'wallet-move-done', writes))
  if (outcome === 'taken') throw walletTaken()
  if (outcome === 'changed') throw changed()
  const { walletMove: _, ...rest } = user
  return { ...rest, walletAddress: wallet, updatedAt: at }
}

/** Whether the account has no wallet and its password changed a short time ago: a thief may have changed it. */
const hasNewPassword = ({ now, user: { passwordChangedAt, walletAddress } }: UserContext) =>
  walletAddress === null &&
  passwordChangedAt !== undefined &&
  now() < Date.parse(passwordChangedAt) + walletMoveWait * 1000

function passwordMissing() {
  const text = 'To link your first wallet, send your password too'
  return new AppError('invalid', text, [{ path: 'password', message: text }])
}

function proofMissing() {
  const text =
    'To move your account to another wallet, sign with the present wallet too, or send your password'
  return new AppError('invalid', text, [{ path: 'oldSignature', message: text }])
}

async function announce(context: UserContext, wallet: string): Promise<User> {
  const { now, user } = context
  const moving = 'Your account is already moving to another wallet. Cancel that move first.'
  if (user.walletMove) throw new AppError('conflict', moving)
  const at = new Date(now()).toISOString()
  const until = new Date(now() + walletMoveWait * 1000).toISOString()
  const walletMove = { wallet, appliesAt: until }
  const move = wallets.announce(user, walletMove, at)
  const failed = await security.recordIf(context, user, 'wallet-move-announced', { move }, { until })
  if (failed.length > 0) throw changed()
  return { ...user, walletMove, updatedAt: at }
}

/** Cancels the announced move of the caller's account. @throws unauthenticated without a recent sign-in; conflict if there is none */
export async function cancelMove(context: UserContext): Promise<User> {
  const { now, user } = context
  // Otherwise a copied session could stop the owner's move.
  requireFresh(context)
  const at = new Date(now()).toISOString()
  const end = users.endMove(user, { updatedAt: at })
  const noMove = 'There is no move to cancel. It was cancelled or done before. Please reload.'
  if (!user.walletMove) throw new AppError('conflict', noMove)
  const failed = await security.recordIf(context, user, 'wallet-move-cancelled', { end })
  if (failed.length > 0) throw new AppError('conflict', noMove)
  const { walletMove: _, ...rest } = user
  return { ...rest, updatedAt: at }
}

import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { walletMoveWait } from '../../domain/limits.ts'
import { suspendedRefusal } from '../../domain/permissions.ts'
import type { User } from '../../domain/user.ts'
import type { UserContext } from '../context.ts'
import * as security from '../http/security.ts'
import { requireFresh, signOutOthers } from '../http/session.ts'
import * as wallets from '../table/wallets.ts'
import { proveWallet, toMove } from './auth.ts'
import { checkPassword } from './own-password.ts'

const changed = () => new AppError('conflict', 'Your wallet was just changed elsewhere. Please reload.')
const taken = () => new AppError('conflict', 'This wallet belongs to another account')

/**
 * Links a wallet that signed a challenge to the caller's account. The wallet that is linked already changes nothing. If
 * another wallet is linked, that wallet signs a message that names the new one; or the password announces the move, which then
 * happens after 72 hours unless a session of the account cancels it.
 * @throws invalid without a signature, forbidden for a wrong one, conflict when another account has the wallet
 */
export async function linkWallet(context: UserContext, input: Input<'POST /api/wallet'>): Promise<User> {
  const { now, table, user } = context
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
  if (old && !signedByOld && password === undefined) throw proofMissing()
  if (!signedByOld) {
    if (password !== undefined) await checkPassword(context, password)
    else requireFresh(context)
  }
  const wallet = await proveWallet(context, { walletAddress, signature, message }, 'link')
  if (signedByOld) {
    const proof = { walletAddress: old, signature: oldSignature, message: oldMessage }
    await proveWallet(context, proof, toMove(wallet))
  }
  if (old && !signedByOld) return announce(context, wallet)
  const at = new Date(now()).toISOString()
  const outcome = await wallets.link(table, user, wallet, signOutOthers(context), at)
  if (outcome === 'taken') throw taken()
  if (outcome === 'changed') throw changed()
  await security.record(context, user.id, 'wallet-move-done')
  const { walletMove: _, ...rest } = user
  return { ...rest, walletAddress: wallet, updatedAt: at }
}

function proofMissing() {
  const text =
    'To move your account to another wallet, sign with the present wallet too, or send your password'
  return new AppError('invalid', text, [{ path: 'oldSignature', message: text }])
}

async function announce(context: UserContext, wallet: string): Promise<User> {
  const { now, table, user } = context
  const at = new Date(now()).toISOString()
  const walletMove = { wallet, appliesAt: new Date(now() + walletMoveWait * 1000).toISOString() }
  if (!(await wallets.announce(table, user, walletMove, at)))
    throw new AppError(
      'conflict',
      'Your account is already moving to another wallet. Cancel that move first.',
    )
  await security.record(context, user.id, 'wallet-move-announced')
  return { ...user, walletMove, updatedAt: at }
}

/** Cancels the announced move of the caller's account. @throws conflict if there is none */
export async function cancelMove(context: UserContext): Promise<User> {
  const { now, table, user } = context
  const at = new Date(now()).toISOString()
  if (!(await wallets.cancel(table, user.id, at)))
    throw new AppError(
      'conflict',
      'There is no move to cancel. It was cancelled or done before. Please reload.',
    )
  await security.record(context, user.id, 'wallet-move-cancelled')
  const { walletMove: _, ...rest } = user
  return { ...rest, updatedAt: at }
}

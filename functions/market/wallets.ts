import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import type { User } from '../../domain/user.ts'
import type { UserContext } from '../context.ts'
import * as users from '../table/users.ts'
import { proveWallet } from './auth.ts'

/**
 * Links a wallet to the caller's account, if they sign a challenge with it. Their own wallet again changes nothing.
 * @throws invalid without a signature, unauthenticated for a wrong one, conflict when another account has the wallet
 */
export async function link(context: UserContext, input: Input<'POST /api/wallet'>): Promise<User> {
  const { now, table, user } = context
  const { walletAddress, signature, message } = input
  if (user.walletAddress?.toLowerCase() === walletAddress.toLowerCase()) return user
  if (!signature || !message) {
    const text = 'To link this wallet, sign a challenge with it and send its message and signature too'
    throw new AppError('invalid', text, [{ path: signature ? 'message' : 'signature', message: text }])
  }
  const wallet = await proveWallet(context, { walletAddress, signature, message })
  const at = new Date(now()).toISOString()
  const outcome = await users.linkWallet(table, user, wallet, at)
  if (outcome === 'taken') throw new AppError('conflict', 'This wallet belongs to another account')
  if (outcome === 'changed')
    throw new AppError('conflict', 'Your wallet was just changed elsewhere. Please reload.')
  return { ...user, walletAddress: wallet, updatedAt: at }
}

import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { throttles as limits, password as rule, walletMoveWait } from '../../domain/limits.ts'
import { passwordScore } from '../../domain/password-strength.ts'
import type { UserContext } from '../runtime/context.ts'
import { countAttempt } from '../runtime/throttle.ts'
import * as passwords from '../table/passwords.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'
import { proveWallet } from './auth.ts'
import { hash, matches, withConcurrencyLimit } from './password-hash.ts'
import * as security from './security-log.ts'
import { signOutOthers } from './session.ts'

/** @throws invalid for a password that is easy to guess, such as a common one or the name */
export async function refuseGuessable(password: string, username: string): Promise<void> {
  if ((await passwordScore(password, username)) >= rule.score) return
  const message = 'This password is easy to guess. Please choose a longer or less common one.'
  throw new AppError('invalid', message, [{ path: 'password', message }])
}

/** Compares with the caller's password. Only wrong ones count. @throws forbidden, tooManyRequests */
export async function checkPassword(context: UserContext, password: string): Promise<void> {
  const { now, table, user } = context
  const limited = [{ name: `password#${user.id}`, ...limits.passwordChecks }]
  const seconds = now() / 1000
  await countAttempt(context, limited)
  const stored = await passwords.get(table, user.id)
  if (!(await withConcurrencyLimit(() => matches(password, stored))))
    throw new AppError('forbidden', 'The password is wrong')
  await throttles.uncount(table, limited, seconds)
}

/** A thief may have linked the wallet a short time ago. @throws forbidden */
function refuseNewWallet({ now, user: { walletLinkedAt } }: UserContext): void {
  if (!walletLinkedAt || now() >= Date.parse(walletLinkedAt) + walletMoveWait * 1000) return
  const text = `Your wallet was linked less than ${walletMoveWait / 3600} hours ago, so it cannot set a password yet. Use your present password.`
  throw new AppError('forbidden', text)
}

/**
 * Sets the caller's password, ends all other sessions and an announced move to another wallet. The caller must send the present password or a signature of the
 * account's wallet, so that a stolen session is not enough, and a forgotten password can be replaced. A wallet that was linked in
 * the last 72 hours is not enough.
 * @throws invalid, forbidden, conflict when the password was changed at the same time
 */
export async function setPassword(
  context: UserContext,
  { current, password, signature, message }: Input<'POST /api/user/password'>,
) {
  const { now, table, user } = context
  const { walletAddress } = user
  const before = await passwords.get(table, user.id)
  await refuseGuessable(password, user.username)
  if (current !== undefined) await checkPassword(context, current)
  else if (walletAddress && signature && message) {
    refuseNewWallet(context)
    await proveWallet(context, { walletAddress, signature, message }, 'password')
  } else {
    const text = `Please ${walletAddress ? 'sign with your wallet' : 'enter your present password'} too`
    throw new AppError('invalid', text, [{ path: walletAddress ? 'signature' : 'current', message: text }])
  }
  const value = await withConcurrencyLimit(() => hash(password))
  const set = { passwordChangedAt: new Date(now()).toISOString() }
  await security.recordAndCancelMove(context, user, 'password-changed', (one) => [
    passwords.put(user.id, value, before),
    users.signOut(one, signOutOthers(context), set),
  ])
  return {}
}

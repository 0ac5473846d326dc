import type { Services } from '../runtime/context.ts'
import * as users from '../table/users.ts'
import * as wallets from '../table/wallets.ts'
import * as security from './security-log.ts'

/** Moves that one run of the schedule does; the next run does the others. */
const atOnce = 100

/**
 * Does the announced moves whose time has come. A move to a wallet that another account has linked meanwhile is cancelled, and
 * so is the move of a suspended user who has a wallet.
 * @returns how many accounts moved
 */
export async function applyMoves(services: Services): Promise<number> {
  const { log, now, table } = services
  const at = new Date(now()).toISOString()
  let moved = 0
  for (const user of await wallets.due(table, at, atOnce)) {
    try {
      if (await applyMove(services, user, at)) moved++
    } catch (error) {
      log.error('wallet move not done', { userId: user.id, error: error as Error })
    }
  }
  return moved
}

async function applyMove(services: Services, user: wallets.Moving, at: string): Promise<boolean> {
  const mustStay = user.suspended && user.walletAddress !== null
  const outcome = mustStay ? 'taken' : await linkWallet(services, user, at)
  // After 'changed' the move was cancelled, or done with the signature of the old wallet.
  if (outcome === 'taken') {
    const end = users.endMove(user, { updatedAt: at })
    await security.recordIf(services, user, 'wallet-move-cancelled', { end })
  }
  return outcome === 'done'
}

async function linkWallet(services: Services, user: wallets.Moving, at: string) {
  const writes = wallets.link(user, user.walletMove.wallet, users.newSignOut(), at)
  return wallets.outcomeOf(await security.recordIf(services, user, 'wallet-move-done', writes))
}

import type { Services } from '../context.ts'
import * as security from '../http/security.ts'
import * as users from '../table/users.ts'
import * as wallets from '../table/wallets.ts'

/** Moves that one run of the schedule does; the next run does the others. */
const atOnce = 100

/**
 * Does the announced moves whose time has come. A move to a wallet that another account has linked meanwhile is cancelled, and
 * so is the move of a suspended user.
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
  const { table } = services
  const outcome = user.suspended
    ? 'taken'
    : await wallets.link(table, user, user.walletMove.wallet, users.newSignOut(), at)
  if (outcome === 'changed') return false // cancelled, or moved with the signature of the old wallet
  if (outcome === 'taken') await wallets.cancel(table, user.id, at, user.walletMove)
  await security.record(services, user.id, outcome === 'done' ? 'wallet-move-done' : 'wallet-move-cancelled')
  return outcome === 'done'
}

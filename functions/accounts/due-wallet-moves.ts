import { type JobContext, job } from '../runtime/job.ts'
import * as users from '../table/users.ts'
import * as wallets from '../table/wallets.ts'
import * as security from './security-log.ts'

/** Moves that one run of the schedule does; the next run does the others. */
const batchSize = 100

/**
 * Does the announced moves whose time has come. A move to a wallet that another account has linked meanwhile is cancelled, and
 * so is the move of a suspended user who has a wallet.
 */
export const applyMoves = job('wallet moves', ({ at, table }) => wallets.due(table, at, batchSize), applyMove)

async function applyMove(context: JobContext, user: wallets.Moving): Promise<boolean> {
  const mustStay = user.suspended && user.walletAddress !== null
  const outcome = mustStay ? 'taken' : await linkWallet(context, user)
  // After 'changed' the move was cancelled, or done with the signature of the old wallet.
  if (outcome === 'taken') {
    const end = users.endMove(user, { updatedAt: context.at })
    await security.recordIf(context, user, 'wallet-move-cancelled', { end })
  }
  return outcome === 'done'
}

async function linkWallet(context: JobContext, user: wallets.Moving) {
  const writes = wallets.link(user, user.walletMove.wallet, users.newSignOut(), context.at)
  return wallets.outcomeOf(await security.recordIf(context, user, 'wallet-move-done', writes))
}

import { keys } from './keys.ts'
import { queues } from './queue.ts'
import { type Table, update, type Write } from './table.ts'
import * as totals from './totals.ts'
import * as users from './users.ts'

/**
 * The wallets of accounts. The guard item of a wallet names its user. An announced move to another wallet is stored in the
 * user's item, which is in the index gsi1 until the move is done or cancelled.
 */

type Move = NonNullable<users.StoredUser['walletMove']>

/** A user with an announced move. */
export type Moving = users.StoredUser & { walletMove: Move }

/** The condition `sameWallet`, and that the sessions were not ended since the user was read. */
function unchanged(before: users.ReadUser) {
  const { condition, values } = users.sameWallet(before)
  const { signedOut } = before
  return {
    condition: [...condition, signedOut ? 'signedOut = :before' : 'attribute_not_exists(signedOut)'],
    values: { ...values, ...(signedOut && { ':before': signedOut }) },
  }
}

/**
 * The writes that replace the user's wallet and end the user's sessions; the former wallet becomes free. An announced move ends,
 * whether it was to this wallet or not. `wallet` fails if another account has the wallet, and `user` if this user has changed.
 * @param now ISO 8601
 */
export function link(before: users.StoredUser, wallet: string, signedOut: users.SignOut, now: string) {
  const { id, walletAddress: old } = before
  const { condition, values } = unchanged(before)
  return {
    wallet: users.claimWallet(wallet, id),
    user: update(keys.user(id), {
      set: { walletAddress: wallet, walletLinkedAt: now, signedOut, updatedAt: now },
      remove: users.moveAttributes,
      condition: [...condition, old !== null && 'attribute_not_exists(suspendedAt)'],
      values,
    }),
    former: old ? { delete: keys.wallet(old) } : totals.add({ connectedWallets: 1 }),
  }
}

/** The outcome of `link` by the names of the writes that failed. */
export function outcomeOf(failed: string[]): 'done' | 'changed' | 'taken' {
  if (failed.length === 0) return 'done'
  return failed.includes('user') ? 'changed' : 'taken'
}

/** The write that announces a move to another wallet. It fails if the user has changed, or was signed out everywhere. */
export const announce = (before: users.StoredUser, move: Move, now: string): Write =>
  update(keys.user(before.id), {
    set: {
      walletMove: move,
      ...queues.walletMoves.position(move.appliesAt, before.id),
      updatedAt: now,
    },
    ...unchanged(before),
  })

/** Users whose announced move is due at `now` (ISO 8601), oldest first. Each is read from the table: an index may be stale. */
export async function due(table: Table, now: string, limit: number): Promise<Moving[]> {
  const items = await queues.walletMoves.read(table, limit, { before: now })
  const ids = items.map(({ id }) => String(id))
  const found = await users.getAll(table, ids)
  const isDue = (user: users.StoredUser): user is Moving =>
    user.walletMove !== undefined && user.walletMove.appliesAt <= now
  return [...found.values()].filter(isDue)
}

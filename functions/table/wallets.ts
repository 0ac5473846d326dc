import { keys, partitions } from './keys.ts'
import { failedWrites, type Table, update, writeIfCurrent } from './table.ts'
import * as totals from './totals.ts'
import * as users from './users.ts'

/**
 * The wallets of accounts. The guard item of a wallet names its user. An announced move to another wallet is stored in the
 * user's item, which is in the index gsi1 until the move is done or cancelled.
 */

type Move = NonNullable<users.StoredUser['walletMove']>

/** A user with an announced move. */
export type Moving = users.StoredUser & { walletMove: Move }

const endMove = { remove: ['walletMove', 'gsi1pk', 'gsi1sk'] }

/**
 * Replaces the user's wallet and ends the user's sessions; the former wallet becomes free. An announced move ends, whether it
 * was to this wallet or not.
 * @param now ISO 8601
 * @returns 'taken' when another account has it, 'changed' when this user changed meanwhile, else 'done'.
 */
export async function link(
  table: Table,
  before: users.StoredUser,
  wallet: string,
  signedOut: users.SignOut,
  now: string,
) {
  const { id, walletAddress: old, walletMove } = before
  const failed = await failedWrites(table, [
    users.claimWallet(wallet, id),
    update(keys.user(id), {
      ...endMove,
      set: { walletAddress: wallet, signedOut, updatedAt: now },
      condition: [
        'walletAddress = :old AND attribute_not_exists(deletedAt)',
        old !== null && 'attribute_not_exists(suspendedAt)',
        walletMove ? 'walletMove = :move' : 'attribute_not_exists(walletMove)',
      ],
      values: { ':old': old, ...(walletMove && { ':move': walletMove }) },
    }),
    old ? { delete: keys.wallet(old) } : totals.add({ connectedWallets: 1 }),
  ])
  if (failed.length === 0) return 'done'
  return failed.includes(1) ? 'changed' : 'taken'
}

/**
 * Announces a move to another wallet.
 * @returns false if a move is announced already, or the user's wallet has changed
 */
export const announce = (
  table: Table,
  { id, walletAddress }: users.StoredUser,
  move: Move,
  now: string,
): Promise<boolean> =>
  writeIfCurrent(table, [
    update(keys.user(id), {
      once: true,
      set: {
        walletMove: move,
        gsi1pk: partitions.walletMoves,
        gsi1sk: `${move.appliesAt}#${id}`,
        updatedAt: now,
      },
      condition:
        'walletAddress = :wallet AND attribute_not_exists(walletMove) AND attribute_not_exists(deletedAt)',
      values: { ':wallet': walletAddress },
    }),
  ])

/** Cancels the announced move: any, or only this one. @returns whether there was one */
export const cancel = (table: Table, id: string, now: string, move?: Move): Promise<boolean> =>
  writeIfCurrent(table, [
    update(keys.user(id), {
      once: true,
      ...endMove,
      set: { updatedAt: now },
      condition: move ? 'walletMove = :move' : 'attribute_exists(walletMove)',
      ...(move && { values: { ':move': move } }),
    }),
  ])

/** Users whose announced move is due at `now` (ISO 8601), oldest first. Each is read from the table: an index may be stale. */
export async function due(table: Table, now: string, limit: number): Promise<Moving[]> {
  const { items } = await table.query({ index: 'gsi1', pk: partitions.walletMoves, below: now, limit })
  const ids = items.map(({ id }) => String(id))
  const found = await users.getAll(table, ids)
  const isDue = (user: users.StoredUser): user is Moving =>
    user.walletMove !== undefined && user.walletMove.appliesAt <= now
  return [...found.values()].filter(isDue)
}

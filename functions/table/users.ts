import { type User, user } from '../../domain/user.ts'
import { keys, partitions } from './keys.ts'
import { ConditionFailed, type Item, type Table, type Write } from './table.ts'
import * as totals from './totals.ts'

const toItem = (value: User): Item => ({
  ...value,
  completedTasks: 0,
  totalEarned: 0,
  gsi3pk: partitions.users,
  gsi3sk: value.id,
})

const fromItem = (item: Item): User => user.parse(item)

const guard = (key: { pk: string; sk: string }, userId: string): Write => ({
  put: { ...key, userId },
  condition: 'attribute_not_exists(pk)',
})

/** The user, or undefined. */
export async function get(table: Table, id: string): Promise<User | undefined> {
  const item = await table.get(keys.user(id))
  return item && fromItem(item)
}

/** The user who proved this wallet, or undefined. */
export async function byWallet(table: Table, address: string): Promise<User | undefined> {
  const held = await table.get(keys.wallet(address))
  return held && get(table, String(held.userId))
}

/**
 * Creates the user with the guards of their name and wallet.
 * @returns which of the two was taken, or null when created.
 */
export async function create(table: Table, value: User): Promise<'name' | 'wallet' | null> {
  const writes: Write[] = [
    { put: { ...keys.user(value.id), ...toItem(value) }, condition: 'attribute_not_exists(pk)' },
    guard(keys.username(value.username), value.id),
    totals.add({ users: 1, ...(value.walletAddress && { connectedWallets: 1 }) }),
  ]
  if (value.walletAddress) writes.push(guard(keys.wallet(value.walletAddress), value.id))
  try {
    await table.write(writes)
    return null
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failed.includes(3) ? 'wallet' : 'name'
  }
}

/**
 * Gives the user another name, freeing the old one.
 * @returns 'taken' when another user has it, 'changed' when this user's name changed meanwhile, else 'done'.
 */
export async function rename(table: Table, before: User, username: string, now: string) {
  const sameGuard = before.username.toLowerCase() === username.toLowerCase()
  const writes: Write[] = [
    {
      update: keys.user(before.id),
      set: 'SET username = :new, updatedAt = :now',
      condition: 'username = :old',
      values: { ':new': username, ':old': before.username, ':now': now },
    },
  ]
  if (!sameGuard) {
    writes.push(guard(keys.username(username), before.id))
    writes.push({ delete: keys.username(before.username) })
  }
  try {
    await table.write(writes)
    return 'done'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failed.includes(1) ? 'taken' : 'changed'
  }
}

/** Makes the user an admin, or takes it back. */
export async function setAdmin(table: Table, id: string, isAdmin: boolean, now: string): Promise<void> {
  await table.write([
    {
      update: keys.user(id),
      set: 'SET isAdmin = :isAdmin, updatedAt = :now',
      condition: 'attribute_exists(pk)',
      values: { ':isAdmin': isAdmin, ':now': now },
    },
  ])
}

/** The write that adds an approved reward (CENTS) to a doer who still has this wallet. */
export const credit = (id: string, wallet: string, reward: number): Write => ({
  update: keys.user(id),
  set: 'SET board = :board ADD completedTasks :one, totalEarned :reward',
  condition: 'walletAddress = :wallet',
  values: { ':board': partitions.board, ':one': 1, ':reward': reward, ':wallet': wallet },
})

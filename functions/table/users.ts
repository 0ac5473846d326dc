import * as z from 'zod'
import { lists, pendingSubmissions } from '../../domain/limits.ts'
import { keys, partitions } from './keys.ts'
import {
  ConditionFailed,
  type Item,
  readItems,
  readList,
  type Table,
  type Write,
  writeIfCurrent,
} from './table.ts'
import * as totals from './totals.ts'

/** A user as they are stored. A field added later needs a default for items written before it (docs/data.md). */
const attributes = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  walletAddress: z.string().nullable(),
  bio: z.string().nullable(),
  isAdmin: z.boolean(),
  profileImage: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  suspendedAt: z.string().optional(),
  suspendedReason: z.string().optional(),
})

export type StoredUser = Omit<z.output<typeof attributes>, 'suspendedAt' | 'suspendedReason'> & {
  suspended?: true | undefined
  suspendedReason?: string | undefined
}

const stored = attributes.transform(
  ({ suspendedAt, suspendedReason = '', ...user }): StoredUser =>
    suspendedAt ? { ...user, suspended: true, suspendedReason } : user,
)

/** The attributes of a user that the indexes of the leaderboard contain; `totalEarned` in CENTS. */
const ranked = z.object({
  id: z.string(),
  username: z.string(),
  walletAddress: z.string().nullable(),
  completedTasks: z.number(),
  totalEarned: z.number(),
})

const toItem = (value: StoredUser): Item => ({
  ...value,
  completedTasks: 0,
  totalEarned: 0,
  gsi3pk: partitions.users,
  gsi3sk: value.id,
})

const guard = (key: { pk: string; sk: string }, userId: string): Write => ({
  put: { ...key, userId },
  condition: 'attribute_not_exists(pk)',
})

/** The user, or undefined. */
export async function get(table: Table, id: string): Promise<StoredUser | undefined> {
  const item = await table.get(keys.user(id))
  return item && stored.parse(item)
}

/** The users with these ids, without those that do not exist. */
export async function getAll(table: Table, ids: string[]): Promise<Map<string, StoredUser>> {
  const found = readItems(table, stored, await table.getAll(ids.map(keys.user)))
  return new Map(found.map((user) => [user.id, user]))
}

/** The usernames of these ids, without those that do not exist. */
export async function namesOf(table: Table, ids: string[]): Promise<Map<string, string>> {
  const items = await table.getAll(ids.map(keys.user))
  return new Map(items.map(({ id, username }) => [String(id), String(username)]))
}

/** The user of this name in any letter case, or undefined. */
export async function byName(table: Table, username: string): Promise<StoredUser | undefined> {
  const held = await table.get(keys.username(username))
  return held && get(table, String(held.userId))
}

/** The user who proved this wallet, or undefined. */
export async function byWallet(table: Table, address: string): Promise<StoredUser | undefined> {
  const held = await table.get(keys.wallet(address))
  return held && get(table, String(held.userId))
}

/**
 * Creates the user with the guards of their name and wallet.
 * @param more further writes of the same transaction
 * @returns which of name and wallet was taken, or null when created
 */
export async function create(
  table: Table,
  value: StoredUser,
  more: Write[] = [],
): Promise<'name' | 'wallet' | null> {
  const writes: Write[] = [
    { put: { ...keys.user(value.id), ...toItem(value) }, condition: 'attribute_not_exists(pk)' },
    guard(keys.username(value.username), value.id),
    totals.add({ users: 1, ...(value.walletAddress && { connectedWallets: 1 }) }),
  ]
  const wallet = writes.length
  if (value.walletAddress) writes.push(guard(keys.wallet(value.walletAddress), value.id))
  try {
    await table.write([...writes, ...more])
    return null
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failed.includes(wallet) ? 'wallet' : 'name'
  }
}

/**
 * Changes the user's name; the former name becomes free.
 * @returns 'taken' when another user has it, 'changed' when this user's name changed meanwhile, else 'done'.
 */
export async function rename(table: Table, before: StoredUser, username: string, now: string) {
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

/**
 * Replaces the user's wallet with one that they have proved to own; the former wallet becomes free.
 * @returns 'taken' when another account has it, 'changed' when this user's wallet changed meanwhile, else 'done'.
 */
export async function linkWallet(table: Table, before: StoredUser, wallet: string, now: string) {
  const writes: Write[] = [
    guard(keys.wallet(wallet), before.id),
    {
      update: keys.user(before.id),
      set: 'SET walletAddress = :new, updatedAt = :now',
      condition: 'walletAddress = :old',
      values: { ':new': wallet, ':old': before.walletAddress, ':now': now },
    },
    before.walletAddress
      ? { delete: keys.wallet(before.walletAddress) }
      : totals.add({ connectedWallets: 1 }),
  ]
  try {
    await table.write(writes)
    return 'done'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failed.includes(0) ? 'taken' : 'changed'
  }
}

/**
 * Changes the profile: null removes a value, undefined leaves it as it is.
 * @returns 'changed' when the picture was changed after `before` was read, else 'done'
 */
export async function updateProfile(
  table: Table,
  before: StoredUser,
  changes: Partial<Pick<StoredUser, 'bio' | 'email' | 'profileImage'>>,
  now: string,
): Promise<'done' | 'changed'> {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined)
  try {
    await table.write([
      {
        update: keys.user(before.id),
        set: `SET ${['updatedAt = :now', ...named.map(([name]) => `${name} = :${name}`)].join(', ')}`,
        condition:
          changes.profileImage === undefined
            ? 'attribute_exists(pk)'
            : 'profileImage IN (:before, :profileImage)',
        values: {
          ':now': now,
          ...(changes.profileImage !== undefined && { ':before': before.profileImage }),
          ...Object.fromEntries(named.map(([name, value]) => [`:${name}`, value])),
        },
      },
    ])
    return 'done'
  } catch (error) {
    if (error instanceof ConditionFailed) return 'changed'
    throw error
  }
}

/** All users, newest first. */
export async function newest(table: Table, limit: number): Promise<StoredUser[]> {
  const query = { index: 'gsi3', pk: partitions.users, newestFirst: true, limit } as const
  return readItems(table, stored, await readList(table, query))
}

/** The first of the leaderboard, by CENTS earned or by tasks completed. */
export async function board(table: Table, sort: 'earnings' | 'tasks') {
  const page = await table.query({
    index: sort === 'earnings' ? 'boardByEarned' : 'boardByTasks',
    pk: partitions.board,
    newestFirst: true,
    limit: lists.leaderboard,
  })
  return readItems(table, ranked, page.items).map(({ id, ...user }) => ({ userId: id, ...user }))
}

/** The number of the user's approved submissions and their rewards (CENTS). */
export async function earnings(table: Table, id: string): Promise<{ completed: number; earned: number }> {
  const item = await table.get(keys.user(id))
  return { completed: Number(item?.completedTasks ?? 0), earned: Number(item?.totalEarned ?? 0) }
}

/** Makes the user an admin, or no admin. `more`: further writes of the transaction. */
export const setAdmin = (table: Table, id: string, isAdmin: boolean, now: string, more: Write[] = []) =>
  writeIfCurrent(table, [
    {
      update: keys.user(id),
      set: 'SET isAdmin = :isAdmin, updatedAt = :now',
      condition: 'isAdmin = :was',
      values: { ':isAdmin': isAdmin, ':was': !isAdmin, ':now': now },
    },
    ...more,
  ])

/**
 * Suspends the user with a reason, or with null ends the suspension.
 * @param now ISO 8601
 * @returns false if the user was suspended already, or not suspended
 */
export const suspend = (table: Table, id: string, reason: string | null, now: string, more: Write[]) =>
  writeIfCurrent(table, [
    reason === null
      ? {
          update: keys.user(id),
          set: 'SET updatedAt = :now REMOVE suspendedAt, suspendedReason',
          condition: 'attribute_exists(suspendedAt)',
          values: { ':now': now },
        }
      : {
          update: keys.user(id),
          set: 'SET suspendedAt = :now, suspendedReason = :reason, updatedAt = :now',
          condition: 'attribute_exists(pk) AND attribute_not_exists(suspendedAt)',
          values: { ':now': now, ':reason': reason },
        },
    ...more,
  ])

/**
 * The write that adds an approved reward (CENTS) to a submitter, on the condition that they still have this wallet.
 * @param pending change of their counted pending submissions: -1, or 0 for a submission that is not counted
 */
export const credit = (id: string, wallet: string, reward: number, pending: number): Write => ({
  update: keys.user(id),
  set: 'SET board = :board ADD completedTasks :one, totalEarned :reward, pendingSubmissions :pending',
  condition: 'walletAddress = :wallet',
  values: {
    ':board': partitions.board,
    ':one': 1,
    ':reward': reward,
    ':wallet': wallet,
    ':pending': pending,
  },
})

/** The write that counts a new pending submission, on the condition that the submitter may have one more. */
export const addPending = (id: string): Write => ({
  update: keys.user(id),
  set: 'ADD pendingSubmissions :one',
  condition:
    'attribute_exists(pk) AND (attribute_not_exists(pendingSubmissions) OR pendingSubmissions < :newcomer OR (completedTasks > :zero AND pendingSubmissions < :others))',
  values: {
    ':one': 1,
    ':zero': 0,
    ':newcomer': pendingSubmissions.newcomer,
    ':others': pendingSubmissions.others,
  },
})

/** The write that counts a submission as no longer pending. */
export const removePending = (id: string): Write => ({
  update: keys.user(id),
  set: 'ADD pendingSubmissions :less',
  condition: 'attribute_exists(pk)',
  values: { ':less': -1 },
})

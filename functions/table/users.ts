import { ulid } from 'ulid'
import * as z from 'zod'
import { lists, trust, undecidedProofs } from '../../domain/limits.ts'
import { object } from '../../domain/schema.ts'
import { keys, partitions } from './keys.ts'
import { queues } from './queue.ts'
import { shardOf } from './shards.ts'
import {
  failedWrites,
  type Item,
  readItem,
  readItems,
  readNewest,
  type Table,
  update,
  type Write,
  writeIfAll,
  writeIfCurrent,
} from './table.ts'
import * as totals from './totals.ts'
import * as usernames from './usernames.ts'

/** A user as they are stored. A field added later needs a default for items written before it (docs/data.md). */
const attributes = object(() => ({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  walletAddress: z.string().nullable(),
  bio: z.string().nullable(),
  isAdmin: z.boolean().default(false),
  /** How often the user became an admin, or ceased to be one. Functions may not name `isAdmin` in a write, not even in its condition. */
  adminChanges: z.number().optional(),
  profileImage: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  suspendedAt: z.string().optional(),
  suspendedReason: z.string().optional(),
  profileHiddenAt: z.string().optional(),
  profileHiddenReason: z.string().optional(),
  confirmedEmail: z.string().optional(),
  walletMove: z.object({ wallet: z.string(), appliesAt: z.string() }).optional(),
  passwordChangedAt: z.string().optional(),
  /** When the account got another wallet than that which created it, or its first one. */
  walletLinkedAt: z.string().optional(),
  deletedAt: z.string().optional(),
  seenNotification: z.string().optional(),
  unsubscribeToken: z.string().optional(),
  completedTasks: z.number().optional(),
  mailOff: z.literal(true).optional(),
  signedOut: z.object({ epoch: z.string(), kept: z.array(z.string()) }).optional(),
  /** What people have approved while the user was a newcomer: for which posters, how many proofs, and their rewards. */
  vouchers: z.set(z.string()).optional(),
  vouchedProofs: z.number().optional(),
  vouchedCents: z.number().optional(),
  /** The place of the newest appeal in the queue of appeals, in the tasks of this user (ISO 8601). */
  lastAppeal: z.string().optional(),
  /** The user is no newcomer. */
  trusted: z.literal(true).optional(),
  /** CENTS of automatic approvals while the user is a newcomer, in the seven days of this number. */
  silentPay: z.object({ week: z.number(), cents: z.number() }).optional(),
}))

/**
 * The last time that a user's sessions were ended and their devices forgotten. Those that were stored under another `epoch`
 * are invalid, except `kept`: the hashed tokens of the caller's session and device.
 */
export type SignOut = NonNullable<StoredUser['signedOut']>

export interface StoredUser
  extends Omit<
    z.output<typeof attributes>,
    'suspendedAt' | 'profileHiddenAt' | 'confirmedEmail' | 'deletedAt' | 'mailOff'
  > {
  suspended?: true | undefined
  profileHidden?: true | undefined
  emailConfirmed?: true | undefined
  emailNotifications?: boolean | undefined
  /** The account was deleted; what remains of it is needed by payments. */
  deleted?: true | undefined
}

const stored = attributes.transform(
  ({ suspendedAt, profileHiddenAt, confirmedEmail, deletedAt, mailOff, ...user }): StoredUser => ({
    ...user,
    ...(suspendedAt && { suspended: true }),
    ...(profileHiddenAt && { profileHidden: true }),
    ...(user.email && user.email === confirmedEmail && { emailConfirmed: true }),
    ...(user.unsubscribeToken && { emailNotifications: !mailOff }),
    ...(deletedAt && { deleted: true }),
  }),
)

/** The attributes of a user that the indexes of the leaderboard contain; `totalEarned` in CENTS. */
const ranked = object(() => ({
  id: z.string(),
  username: z.string(),
  walletAddress: z.string().nullable(),
  completedTasks: z.number(),
  totalEarned: z.number(),
}))

const toItem = ({ isAdmin: _, ...value }: StoredUser): Item => ({
  ...value,
  completedTasks: 0,
  totalEarned: 0,
  gsi3pk: shardOf(partitions.users, value.id),
  gsi3sk: value.id,
})

/** The write that claims a wallet for a user, if no account has it. */
export const claimWallet = (wallet: string, userId: string): Write => ({
  put: { ...keys.wallet(wallet), userId },
  condition: 'attribute_not_exists(pk)',
})

/** Whether a session or device of the user, named by the hash of its token, was stored before the last sign-out. */
export const isSignedOut = (
  { signedOut }: Pick<StoredUser, 'signedOut'>,
  { id, epoch }: { id: string; epoch?: string | undefined },
): boolean => signedOut !== undefined && epoch !== signedOut.epoch && !signedOut.kept.includes(id)

export const newSignOut = (...kept: string[]): SignOut => ({ epoch: ulid(), kept })

/** What a change of the wallet depends on, as it was read. */
export type ReadUser = Pick<StoredUser, 'id' | 'signedOut' | 'walletAddress' | 'walletMove'>

/** The condition that neither the user's wallet nor an announced move has changed since the user was read. */
export const sameWallet = ({ walletAddress, walletMove }: ReadUser) => ({
  condition: [
    'walletAddress = :wallet AND attribute_not_exists(deletedAt)',
    walletMove ? 'walletMove = :move' : 'attribute_not_exists(walletMove)',
  ],
  values: { ':wallet': walletAddress, ...(walletMove && { ':move': walletMove }) },
})

/** The attributes of a user with an announced move. */
export const moveAttributes = ['walletMove', ...queues.walletMoves.attributes]

/** The write that ends an announced move to another wallet and makes further changes, on the condition `sameWallet`. */
export const endMove = (before: ReadUser, set: Item): Write =>
  update(keys.user(before.id), { set, remove: moveAttributes, ...sameWallet(before) })

/**
 * The write that ends a user's sessions, forgets their devices and ends an announced move, on the condition `sameWallet`. A
 * sign-in or an announcement that has read the user before is void too.
 */
export const signOut = (before: ReadUser, signedOut: SignOut, set: Item = {}): Write =>
  endMove(before, { ...set, signedOut })

/** A new account. @param now epoch milliseconds */
export function newAccount(
  now: number,
  given: { id: string; username: string } & Partial<Pick<StoredUser, 'email' | 'walletAddress'>>,
): StoredUser {
  const at = new Date(now).toISOString()
  const empty = { email: null, walletAddress: null, bio: null, isAdmin: false, profileImage: null }
  return { ...empty, ...given, createdAt: at, updatedAt: at }
}

export const get = (table: Table, id: string) => readItem(table, stored, keys.user(id))

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
  const id = await usernames.userIdOf(table, username)
  return id ? get(table, id) : undefined
}

/** The user who proved this wallet, or undefined. The user's item decides, because a move may come between the two reads. */
export async function byWallet(table: Table, address: string): Promise<StoredUser | undefined> {
  const held = await table.get(keys.wallet(address))
  const user = held && (await get(table, String(held.userId)))
  return user?.walletAddress?.toLowerCase() === address.toLowerCase() ? user : undefined
}

/**
 * Creates the user with the guards of their name and wallet.
 * @param more further writes of the same transaction
 * @returns which of name and wallet was taken, 'look-alike' for a name like that of another user, or null when created
 */
export async function create(
  table: Table,
  value: StoredUser,
  more: Write[] = [],
): Promise<'name' | 'look-alike' | 'wallet' | null> {
  const failed = await failedWrites(table, {
    user: { put: { ...keys.user(value.id), ...toItem(value) }, condition: 'attribute_not_exists(pk)' },
    name: usernames.claim(value.username, value.id, value.createdAt),
    look: usernames.claimLook(value.username, value.id),
    totals: totals.add({ users: 1, ...(value.walletAddress && { connectedWallets: 1 }) }),
    wallet: value.walletAddress ? claimWallet(value.walletAddress, value.id) : [],
    more,
  })
  if (failed.length === 0) return null
  if (failed.includes('wallet')) return 'wallet'
  return failed.includes('name') ? 'name' : 'look-alike'
}

/**
 * Changes the profile: null removes a value, undefined leaves it as it is. A new e-mail address is not confirmed.
 * @param more further writes of the transaction
 * @returns 'changed' when the picture was changed after `before` was read, else 'done'
 */
export async function updateProfile(
  table: Table,
  before: StoredUser,
  changes: Partial<Pick<StoredUser, 'bio' | 'email' | 'profileImage'>>,
  now: string,
  more: Write[] = [],
): Promise<'done' | 'changed'> {
  const isNewPicture = changes.profileImage !== undefined
  const isDone = await writeIfAll(table, [
    update(keys.user(before.id), {
      set: { updatedAt: now, ...changes },
      remove:
        changes.email !== undefined && changes.email !== before.email
          ? ['confirmedEmail', 'unsubscribeToken']
          : [],
      condition: [
        'attribute_not_exists(deletedAt)',
        isNewPicture && 'profileImage IN (:before, :profileImage)',
      ],
      ...(isNewPicture && { values: { ':before': before.profileImage } }),
    }),
    ...more,
  ])
  return isDone ? 'done' : 'changed'
}

/** All users, newest first. `below`: only those with smaller ids. */
export async function newest(table: Table, limit: number, below?: string): Promise<StoredUser[]> {
  return readItems(table, stored, await readNewest(table, partitions.users, limit, below))
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

/** The numbers of the user's submissions, pending ones and approved ones, and the rewards of the last two (CENTS). */
export async function ownCounts(table: Table, id: string) {
  const item = await table.get(keys.user(id))
  const count = (name: string) => Math.max(0, Number(item?.[name] ?? 0))
  return {
    submissions: count('submissions'),
    pending: count('pendingSubmissions'),
    waiting: count('pendingReward'),
    completed: count('completedTasks'),
    earned: count('totalEarned'),
  }
}

/**
 * Makes the user an admin or no admin.
 * @param more further writes of the transaction
 * @returns false if the user has changed meanwhile
 * @throws ConditionFailed if the name looks like that of another user
 */
export const setAdmin = (
  table: Table,
  { id, username }: Pick<StoredUser, 'id' | 'username'>,
  isAdmin: boolean,
  now: string,
  more: Write[] = [],
) =>
  writeIfCurrent(table, {
    current: update(keys.user(id), {
      set: { isAdmin, updatedAt: now },
      add: { adminChanges: 1 },
      condition: 'username = :name AND attribute_not_exists(deletedAt)',
      values: { ':name': username },
    }),
    look: isAdmin ? usernames.claimLook(username, id) : [],
    more,
  })

const moderated = {
  suspended: ['suspendedAt', 'suspendedReason'],
  profileHidden: ['profileHiddenAt', 'profileHiddenReason'],
} as const

/**
 * Suspends the user, or hides the user's bio and picture, with a reason, or with null ends that.
 * @param now ISO 8601
 * @returns false if this was so already
 */
export function moderate(
  table: Table,
  id: string,
  { state, reason }: { state: keyof typeof moderated; reason: string | null },
  now: string,
  more: Write[],
) {
  const [since, why] = moderated[state]
  const current =
    reason === null
      ? update(keys.user(id), {
          set: { updatedAt: now },
          remove: [since, why],
          condition: `attribute_exists(${since})`,
        })
      : update(keys.user(id), {
          set: { [since]: now, [why]: reason, updatedAt: now },
          condition: `attribute_exists(pk) AND attribute_not_exists(${since})`,
        })
  return writeIfCurrent(table, { current, more })
}

/**
 * The write that adds an approved reward (CENTS) to a submitter, on the condition that they still have this wallet, and for an
 * automatic approval of a newcomer this `silentPay`.
 * A deleted user gets no place on the leaderboard.
 * @param doer as read
 * @param payout of the approval
 * @param pending change of their counted pending submissions: -1, or 0 for a submission that is not counted
 * @param poster of the task, if a person has approved; null for an automatic approval
 */
export function credit(
  doer: StoredUser,
  { amount: reward, createdAt, recipient }: { amount: number; createdAt: string; recipient: string },
  pending: number,
  poster: string | null,
): Write {
  const { deleted, id } = doer
  const vouch = poster !== null && !doer.trusted
  const isSilent = poster === null && !doer.trusted
  const silentPayBefore = doer.silentPay ? 'silentPay = :silentBefore' : 'attribute_not_exists(silentPay)'
  return update(keys.user(id), {
    set: {
      board: deleted ? undefined : shardOf(partitions.board, id),
      trusted: (vouch && isTrustedWith(doer, poster, reward)) || undefined,
      silentPay: isSilent ? silentPayAfter(doer, reward, createdAt) : undefined,
    },
    add: {
      completedTasks: 1,
      totalEarned: reward,
      pendingSubmissions: pending,
      pendingReward: pending * reward,
      undecided: -1,
      ...(vouch && { vouchers: new Set([poster]), vouchedProofs: 1, vouchedCents: reward }),
    },
    condition: [
      `walletAddress = :wallet AND ${deleted ? 'attribute_exists' : 'attribute_not_exists'}(deletedAt)`,
      isSilent && silentPayBefore,
    ],
    values: { ':wallet': recipient, ...(isSilent && doer.silentPay && { ':silentBefore': doer.silentPay }) },
  })
}

/** The `silentPay` of a newcomer after one more automatic approval with this reward (CENTS). `at` in ISO 8601. */
export function silentPayAfter({ silentPay }: StoredUser, reward: number, at: string) {
  const week = Math.floor(Date.parse(at) / (7 * 86_400_000))
  return { week, cents: reward + (silentPay?.week === week ? silentPay.cents : 0) }
}

/** Whether one more approval, for this poster and with this reward, is enough. */
const isTrustedWith = (
  { vouchedCents = 0, vouchedProofs = 0, vouchers = new Set() }: StoredUser,
  poster: string,
  reward: number,
) =>
  vouchedProofs + 1 >= trust.proofs &&
  new Set([...vouchers, poster]).size >= trust.posters &&
  vouchedCents + reward >= trust.cents

const isPresent = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)'

/**
 * The write that counts one more undecided proof, on the condition that the user may have one more, and makes further additions.
 * @param isCounted the offer of its place was counted before
 */
export const addUndecided = (id: string, add: Item, isCounted = false): Write =>
  update(keys.user(id), {
    add: { ...add, undecided: isCounted ? 0 : 1 },
    condition: [
      isPresent,
      !isCounted &&
        '(attribute_not_exists(undecided) OR undecided < :newcomer OR (trusted = :trusted AND undecided < :others))',
    ],
    ...(!isCounted && {
      values: { ':trusted': true, ':newcomer': undecidedProofs.newcomer, ':others': undecidedProofs.others },
    }),
  })

/** The check that the user is neither deleted nor suspended. */
export const mayAct = (id: string): Write => ({
  check: keys.user(id),
  condition: `${isPresent} AND attribute_not_exists(suspendedAt)`,
})

/**
 * The write that counts a submission as no longer pending.
 * @param ends it cannot be appealed
 * @param withoutWallet the write fails if the submitter has a wallet
 */
export const removePending = (id: string, reward: number, ends: boolean, withoutWallet: boolean): Write =>
  update(keys.user(id), {
    add: { pendingSubmissions: -1, pendingReward: -reward, undecided: ends ? -1 : 0 },
    condition: ['attribute_exists(pk)', withoutWallet && 'walletAddress = :none'],
    ...(withoutWallet && { values: { ':none': null } }),
  })

/** The write that changes `lastAppeal`. It fails if that has changed since it was read. */
export const setLastAppeal = (id: string, before: string | undefined, lastAppeal: string): Write =>
  update(keys.user(id), {
    set: { lastAppeal },
    condition: before ? 'lastAppeal = :before' : 'attribute_not_exists(lastAppeal)',
    ...(before && { values: { ':before': before } }),
  })

/** The write that counts a rejected submission as decided for ever, or a doer as waiting no more. */
export const removeUndecided = (id: string): Write =>
  update(keys.user(id), { add: { undecided: -1 }, condition: 'attribute_exists(pk)' })

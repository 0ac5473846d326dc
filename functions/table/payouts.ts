import * as z from 'zod'
import { payoutStatuses } from '../../domain/payout.ts'
import { object } from '../../domain/schema.ts'
import { type Key, keys, partitions } from './keys.ts'
import { queues } from './queue.ts'
import { isIn, shardOf } from './shards.ts'
import {
  failedWrites,
  type Item,
  isCurrent,
  readItem,
  readItems,
  readList,
  type Table,
  update,
  type Write,
  writeIfAll,
  writeIfCurrent,
} from './table.ts'

/**
 * The outbox of payouts. Due, recently paid (confirming) and failed payouts are each in a partition of gsi1. Due and failed
 * payouts are also in gsi2, sorted by the time until which their reward cannot return to the funder.
 */

/** A payout as it is stored. A field added later needs a default for items written before it (docs/data.md). */
const attributes = object(() => ({
  submissionId: z.string(),
  taskId: z.string(),
  userId: z.string(),
  /** The doer's wallet at the time of the approval. */
  recipient: z.string(),
  /** CENTS. */
  amount: z.number(),
  escrowId: z.string(),
  slot: z.number(),
  status: z.enum(payoutStatuses),
  transactionHash: z.string().nullable(),
  /** Why a `failed` payout cannot be paid, for admins. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  /** Hashes of the transactions that this service signed to make this payout and that may still be mined. */
  signedHashes: z.set(z.string()).default(new Set()), // DynamoDB stores no empty set
  /** The proof that a function that may approve made the approval; '' of payouts of versions without it. */
  mac: z.string().default(''),
  /** The id of the user who approved, who is told of the payment; null of an automatic approval. */
  reviewedBy: z.string().nullable().default(null),
  /** Of the task. */
  creatorId: z.string(),
  /** When the escrow of the task becomes refundable, in Unix seconds. */
  refundableAt: z.number(),
}))

const stored = attributes.transform(({ signedHashes, ...payout }) => ({
  ...payout,
  signedHashes: [...signedHashes],
}))

/** The reward of an approved submission. The approval writes it; the payout worker pays it on the chain exactly once. */
export type Payout = z.output<typeof stored>

type Position = Pick<Payout, 'creatorId' | 'refundableAt' | 'submissionId'>

/** The index attributes of a due payout. `since` (ISO 8601) is its place among the payouts of its creator. */
const dueKeys = ({ creatorId, refundableAt, submissionId }: Position, since: string) => ({
  gsi1pk: shardOf(partitions.due, submissionId),
  gsi1sk: `${creatorId}#${since}#${submissionId}`,
  ...protectedUntil(refundableAt * 1000, submissionId),
})

/** @param time epoch milliseconds */
const protectedUntil = (time: number, submissionId: string) =>
  queues.protectedPayouts.position(new Date(time).toISOString(), submissionId)

/** The write that makes a payout due. */
export const putDue = ({ signedHashes: _, ...value }: Payout): Write => ({
  put: { ...keys.payout(value.submissionId), ...value, ...dueKeys(value, value.createdAt) },
  condition: 'attribute_not_exists(pk)',
})

export const get = (table: Table, submissionId: string) => readItem(table, stored, keys.payout(submissionId))

/** The payouts of these submissions, in no particular order, without those that do not exist. */
export async function getAll(table: Table, submissionIds: string[]): Promise<Payout[]> {
  return readItems(table, stored, await table.getAll(submissionIds.map(keys.payout)))
}

/** Milliseconds before the end of its protection from which a due payout is urgent. */
const urgentBefore = 3 * 86_400_000

/** Payouts of one query: about as many as fit under the gas cap of one transaction. */
const pageSize = 1000

/** The most queries of one reading. */
const maxQueries = 8

/**
 * Reads due payouts in the order in which they are to be paid: those whose reward may soon return to the funder, then the
 * others in turns by creator. The queue is sorted by creator, and each query reads at most 1,000 payouts and then skips to
 * the next creator. So a creator with thousands of due payouts does not hide those of others. Each payout is read again
 * from the table, because an index may be stale.
 * @param now epoch milliseconds
 * @param after the creator after which the reading starts; '' for the first one
 * @returns `urgent`: payouts whose reward can return to the funder within three days. `inTurns`: others. Of both, the first of each
 * creator, then the second of each, and so on. `unprotected`: the urgent ones and the failed ones among such, nearest first. `unreadable`: items of the queue that cannot be read. `next`:
 * `after` of the next reading
 */
export async function due(table: Table, now: number, after: string) {
  const soon = new Date(now + urgentBefore).toISOString()
  const [first, queue] = await Promise.all([
    queues.protectedPayouts.read(table, pageSize, { before: soon }),
    readQueue(table, after),
  ])
  const isUrgent = new Set(first.map(({ pk }) => pk))
  const waiting = queue.items.filter(({ pk }) => !isUrgent.has(pk)).sort(byPlace)
  const others = takeTurns(waiting).slice(0, pageSize)
  const shown = [...first, ...others]
  const items = await table.getAll(shown.map((item) => keys.payout(String(item.submissionId))))
  const found = new Map(readItems(table, stored, items).map((payout) => [payout.submissionId, payout]))
  const readAll = (all: Item[]) => all.flatMap(({ submissionId }) => found.get(String(submissionId)) ?? [])
  const readDue = (all: Item[]) => readAll(all).filter(isDue)
  const current = new Map(items.map((item) => [item.pk, item]))
  const unreadable = shown.filter(
    ({ pk, submissionId }) =>
      pk !== keys.payout(String(submissionId)).pk ||
      (isIn(partitions.due, current.get(pk)?.gsi1pk) && !found.has(String(submissionId))),
  )
  const unprotected = readAll(first).filter(({ status }) => status !== 'paid')
  return {
    urgent: takeTurns(readDue(first)),
    unprotected,
    inTurns: readDue(others),
    unreadable,
    next: queue.next,
  }
}

const isDue = ({ status }: Payout) => status === 'due'

async function readQueue(table: Table, after: string): Promise<{ items: Item[]; next: string }> {
  const items: Item[] = []
  let next = after
  for (let queries = 0; queries < maxQueries; queries++) {
    const above = next && `${next}#~`
    const page = await table.query({ index: 'gsi1', pk: partitions.due, above, limit: pageSize })
    items.push(...page.items)
    next = page.next ? (String(page.items.at(-1)?.gsi1sk).split('#')[0] ?? '') : ''
    if (!next) break
  }
  return { items, next }
}

/** The place of queued items among those of their creator: the time since which they wait. */
const placeOf = ({ gsi1sk }: Item) => String(gsi1sk).replace(/^[^#]*#/, '')
const byPlace = (one: Item, other: Item) => placeOf(one).localeCompare(placeOf(other))

/** The first of each creator, then the second of each, and so on. The creator whose first one is earlier in the list is earlier. */
function takeTurns<One extends { creatorId?: unknown }>(all: One[]): One[] {
  const byCreator = [...Map.groupBy(all, ({ creatorId }) => creatorId).values()]
  const inTurns: One[] = []
  for (let turn = 0; inTurns.length < all.length; turn++)
    for (const own of byCreator) inTurns.push(...own.slice(turn, turn + 1))
  return inTurns
}

/** Returns the payouts of these submissions that are due, oldest first. */
export async function stillDue(table: Table, submissionIds: string[]): Promise<Payout[]> {
  const found = await getAll(table, submissionIds)
  return found.filter(isDue).sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Changes the index attributes of a due payout. */
const move = (table: Table, key: Key, set: Item) =>
  writeIfAll(table, [
    update(key, { set, condition: 'begins_with(gsi1pk, :queue)', values: { ':queue': partitions.due } }),
  ])

/** Moves a due payout behind the others of its creator, so that it delays none. `now` in epoch milliseconds. */
export const moveToEnd = (table: Table, payout: Payout, now: number): Promise<boolean> =>
  move(table, keys.payout(payout.submissionId), {
    gsi1sk: dueKeys(payout, new Date(now).toISOString()).gsi1sk,
  })

/** Moves a queued item that cannot be read to the end of the whole queue. */
export function moveUnreadable(table: Table, { pk, sk }: Item, now: number): Promise<boolean> {
  const end = `~#${new Date(now).toISOString()}#${pk}`
  return move(table, { pk: String(pk), sk: String(sk) }, { gsi1sk: end, gsi2sk: end })
}

/** Notes that the slot of an unpaid payout is owed, so that its reward cannot return to the funder before this time (Unix seconds). */
export const markHeld = (table: Table, { status, submissionId }: Payout, until: number): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.payout(submissionId), {
      set: protectedUntil(until * 1000, submissionId),
      condition: '#status = :was',
      values: { ':was': status },
    }),
  ])

/** Takes a failed payout out of the queue of payouts whose reward is to be held. */
export const endProtection = (table: Table, { submissionId }: Payout): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.payout(submissionId), {
      remove: queues.protectedPayouts.attributes,
      condition: '#status = :failed',
      values: { ':failed': 'failed' },
    }),
  ])

/** Payouts that were marked paid before a time (ISO 8601) and are not final yet, oldest first. */
export async function confirming(table: Table, before: string, limit: number): Promise<Payout[]> {
  const queued = await queues.confirmingPayouts.read(table, limit, { before })
  const items = await table.getAll(queued.map((item) => keys.payout(String(item.submissionId))))
  const found = items.filter(({ gsi1pk }) => isIn(queues.confirmingPayouts.pk, gsi1pk))
  return readItems(table, stored, found)
}

export async function failed(table: Table, limit: number): Promise<Payout[]> {
  const items = await readList(table, {
    index: 'gsi1',
    pk: queues.failedPayouts.pk,
    newestFirst: true,
    limit,
  })
  return readItems(table, stored, items)
}

/** A payout, and whether its slot is owed on the chain, so that its reward is protected longer than the task's other slots. */
const storedWithHold = object(() => ({ ...attributes.shape, gsi2sk: z.string().default('') })).transform(
  ({ gsi2sk, ...payout }) => ({
    ...stored.parse(payout),
    isHeld: gsi2sk > String(protectedUntil(payout.refundableAt * 1000, payout.submissionId).gsi2sk),
  }),
)

/** Due payouts as the index shows them, by creator. The index may be stale, so use them for counting only, not for paying. */
export async function queued(table: Table, limit: number): Promise<(Payout & { isHeld: boolean })[]> {
  return readItems(table, storedWithHold, await readList(table, { index: 'gsi1', pk: partitions.due, limit }))
}

/**
 * Marks a payout paid and writes the hash to its submission, unless the payout's status has changed since it was read.
 * @param versions hashes of all versions of the transaction; after a reorganisation another version may be mined
 * @returns whether it was marked
 */
export const markPaid = (
  table: Table,
  payout: Payout,
  transactionHash: string,
  now: string,
  versions: string[] = [transactionHash],
): Promise<boolean> =>
  writeWithSubmission(table, {
    current: update(keys.payout(payout.submissionId), {
      set: {
        status: 'paid',
        reason: null,
        transactionHash,
        paidAt: now,
        ...queues.confirmingPayouts.position(now, payout.submissionId),
      },
      remove: queues.protectedPayouts.attributes,
      add: { signedHashes: new Set(versions) },
      condition: '#status = :was',
      values: { ':was': payout.status },
    }),
    submission: hashOnSubmission(payout, transactionHash, now),
  })

/** Adds the hashes of a transaction that was not mined, because after a reorganisation it may still make this payout. */
export const keepHashes = (table: Table, submissionId: string, hashes: string[]): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.payout(submissionId), {
      add: { signedHashes: new Set(hashes) },
      condition: 'attribute_exists(pk)',
    }),
  ])

const hashOnSubmission = ({ taskId, userId }: Payout, transactionHash: string | null, now: string): Write =>
  update(keys.submission(taskId, userId), {
    set: { transactionHash, updatedAt: now },
    condition: 'attribute_exists(pk)',
  })

/**
 * Writes a payout (`current`) and its submission as `writeIfCurrent` does. If the submission does not exist, only the payout is written,
 * so that the payout does not block the queue. That happens in a table that was restored to a moment inside a transaction.
 */
async function writeWithSubmission(
  table: Table,
  { current, submission, guard = [] }: { current: Write; submission: Write; guard?: Write | Write[] },
): Promise<boolean> {
  const failed = await failedWrites(table, { current, submission, guard })
  if (failed.join() === 'submission') return writeIfCurrent(table, { current, guard })
  return isCurrent(failed)
}

/** The condition that a payout is still marked paid by the same transaction as when it was read, and is not final. */
const stillPaidBy = (payout: Payout) => ({
  condition: ['#status = :paid AND transactionHash = :was', queues.confirmingPayouts.contains.condition],
  values: {
    ':paid': 'paid',
    ':was': payout.transactionHash,
    ...queues.confirmingPayouts.contains.values,
  },
})

/** Marks a payment final by removing it from the index of confirming payments. */
export const finalise = (table: Table, payout: Payout): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.payout(payout.submissionId), {
      remove: queues.confirmingPayouts.attributes,
      ...stillPaidBy(payout),
    }),
  ])

/** Replaces the hash of a paid payout, because after a reorganisation another transaction paid it. */
export const correctHash = (table: Table, payout: Payout, transactionHash: string, now: string) =>
  writeWithSubmission(table, {
    current: update(keys.payout(payout.submissionId), { set: { transactionHash }, ...stillPaidBy(payout) }),
    submission: hashOnSubmission(payout, transactionHash, now),
  })

/** The change that makes a payout due again, at its original position in the queue. */
const dueAgain = (payout: Payout) => ({
  set: { status: 'due', reason: null, transactionHash: null, ...dueKeys(payout, payout.createdAt) },
  remove: ['paidAt'],
  ...(payout.signedHashes.length > 0 && { add: { signedHashes: new Set(payout.signedHashes) } }),
})

/**
 * Makes a paid payout due again, because a reorganisation removed its payment.
 * @returns whether it was still marked paid by that transaction
 * @throws ConditionFailed when `guard` does not hold
 */
export const reopen = (table: Table, payout: Payout, now: string, guard: Write): Promise<boolean> =>
  writeWithSubmission(table, {
    current: update(keys.payout(payout.submissionId), { ...dueAgain(payout), ...stillPaidBy(payout) }),
    submission: hashOnSubmission(payout, null, now),
    guard,
  })

/**
 * Marks a due payout failed, with the reason for admins.
 * @returns whether it was due
 * @throws ConditionFailed when `guard` does not hold, because a run that has lost its lease may not know another run's payment
 */
export const markFailed = (table: Table, payout: Payout, reason: string, guard: Write): Promise<boolean> =>
  writeIfCurrent(table, {
    current: update(keys.payout(payout.submissionId), {
      set: {
        status: 'failed',
        reason,
        ...queues.failedPayouts.position(payout.createdAt, payout.submissionId),
      },
      condition: '#status = :due',
      values: { ':due': 'due' },
    }),
    guard,
  })

/**
 * Makes a failed payout due again, with the same slot, recipient and position in the queue.
 * @param more further writes of the transaction, such as the audit entry
 * @returns whether it was failed
 */
export const retry = (table: Table, payout: Payout, more: Write[] = []): Promise<boolean> =>
  writeIfCurrent(table, {
    current: update(keys.payout(payout.submissionId), {
      ...dueAgain(payout),
      condition: '#status = :failed',
      values: { ':failed': 'failed' },
    }),
    more,
  })

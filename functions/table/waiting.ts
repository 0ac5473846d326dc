import * as z from 'zod'
import { waitingList as limits } from '../../domain/limits.ts'
import { object } from '../../domain/schema.ts'
import { keys, partitions } from './keys.ts'
import { queues } from './queue.ts'
import {
  failedWrites,
  readItem,
  readItems,
  readList,
  type Table,
  update,
  type Write,
  writeIfAll,
} from './table.ts'
import * as tasks from './tasks.ts'
import * as users from './users.ts'

/**
 * The waiting list of a task. An entry is in the timed queue (gsi1) while its doer waits or has an offer, and in the order of the
 * list (gsi2) while the doer waits. Both count as an undecided proof of the doer, and an offer also takes a place of the task.
 * Afterwards an entry remembers how many offers were not used.
 */
const stored = object(() => ({
  id: z.string(),
  taskId: z.string(),
  userId: z.string(),
  /** The place in the timed queue: a moment, and the id. */
  gsi1sk: z.string().optional(),
  /** The place in the list: a moment, and the doer's id. */
  gsi2sk: z.string().optional(),
  offeredUntil: z.string().optional(),
}))
export type Entry = z.output<typeof stored>

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const waits = 'attribute_exists(gsi2pk)'

export const get = (table: Table, taskId: string, userId: string) =>
  readItem(table, stored, keys.waiting(taskId, userId))

/** Whether a place is offered to the doer of this entry. `now` in milliseconds. */
export const hasOffer = (entry: Entry | undefined, now: number): boolean =>
  Date.parse(entry?.offeredUntil ?? '') > now

/** The first doers who wait for a place of the task, in their order. `below`: only those before this place in the list. */
export async function first(table: Table, taskId: string, below?: string): Promise<Entry[]> {
  const query = { index: 'gsi2', pk: partitions.waiting(taskId), limit: limits.shown, below } as const
  return readItems(table, stored, await readList(table, query))
}

/** Entries to check before `at` (ISO 8601), those whose offer ends first. */
export const due = async (table: Table, at: string, limit: number): Promise<Entry[]> =>
  readItems(table, stored, await queues.places.read(table, limit, { before: at }))

/** Adds a doer at the end. `now` in milliseconds. @returns what does not permit it */
export function join(table: Table, taskId: string, doer: users.StoredUser, now: number) {
  const { id: userId, walletAddress: wallet } = doer
  const id = `${taskId}#${userId}`
  const isAbsent = 'attribute_not_exists(pk)'
  return failedWrites(table, {
    missed: update(keys.waiting(taskId, userId), {
      set: {
        ...{ id, taskId, userId, gsi2pk: partitions.waiting(taskId), gsi2sk: `${iso(now)}#${userId}` },
        ...queues.places.position(iso(now + limits.check), id),
      },
      condition: 'attribute_not_exists(gsi1pk) AND (attribute_not_exists(missed) OR missed < :most)',
      values: { ':most': limits.missed },
    }),
    'already-submitted': { check: keys.submission(taskId, userId), condition: isAbsent },
    wallet: wallet ? { check: keys.proofWallet(taskId, wallet), condition: isAbsent } : [],
    pending: users.addUndecided(userId, {}),
    free: tasks.changePlaces(
      taskId,
      { waiting: 1 },
      iso(now),
      '(taken >= maxCompletions OR waiting > :none)',
    ),
  })
}

/** Offers the free places of a task to the first doers who wait, unless its poster is suspended. `now` in milliseconds. */
export async function offerPlaces(
  table: Table,
  { creatorId, id: taskId }: Pick<tasks.StoredTask, 'creatorId' | 'id'>,
  now: number,
) {
  if ((await users.get(table, creatorId))?.suspended) return
  const offeredUntil = iso(now + limits.offer)
  for (const entry of await first(table, taskId)) {
    const failed = await failedWrites(table, {
      entry: update(keys.waiting(taskId, entry.userId), {
        set: { offeredUntil, ...queues.places.position(offeredUntil, entry.id) },
        remove: ['gsi2pk', 'gsi2sk'],
        condition: waits,
      }),
      task: tasks.changePlaces(
        taskId,
        { taken: 1, waiting: -1 },
        iso(now),
        'taken < maxCompletions AND waiting > :none',
      ),
      doer: users.mayAct(entry.userId),
    })
    if (failed.includes('task')) return
    if (failed.includes('doer')) await end(table, entry)
  }
}

/** The write that ends an offer because its doer submits a proof. It fails after the end of the offer. `now` in ISO 8601. */
export const takeOffer = (taskId: string, userId: string, now: string): Write => ({
  delete: keys.waiting(taskId, userId),
  condition: 'offeredUntil > :now',
  values: { ':now': now },
})

/**
 * Ends the wait of a doer, or the offer.
 * @param couldUse whether the doer could have used the offer, which then counts as not used
 * @returns false if the entry has changed
 */
export const end = (
  table: Table,
  { offeredUntil, taskId, userId }: Entry,
  couldUse = true,
): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.waiting(taskId, userId), {
      add: { missed: offeredUntil && couldUse ? 1 : 0 },
      remove: ['offeredUntil', 'gsi2pk', 'gsi2sk', ...queues.places.attributes],
      condition: offeredUntil ? 'offeredUntil = :until' : waits,
      ...(offeredUntil && { values: { ':until': offeredUntil } }),
    }),
    tasks.endWaiting(taskId, offeredUntil ? { taken: -1 } : { waiting: -1 }),
    users.removeUndecided(userId),
  ])

/** Sets when the entry of a doer who waits is checked next. @param next milliseconds */
export const checkAt = (table: Table, { id, taskId, userId }: Entry, next: number): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.waiting(taskId, userId), { set: queues.places.position(iso(next), id), condition: waits }),
  ])

import * as z from 'zod'
import { keys } from './keys.ts'
import { queues } from './queue.ts'
import { readItems, type Table, update, writeIfAll, writeIfCurrent } from './table.ts'

const stored = z
  .object({ escrowId: z.string(), taskId: z.string() })
  .transform(({ escrowId: id, taskId }) => ({ id, taskId }))

/** An escrow, by its id, whose funding a reorganisation can still take back. Its guard item is in a queue. */
export type RecentFunding = z.output<typeof stored>

/** Fundings that are to be checked by now (ISO 8601), the longest overdue first. */
export async function unconfirmed(table: Table, now: string, limit: number): Promise<RecentFunding[]> {
  return readItems(table, stored, await queues.fundings.read(table, limit, { before: now }))
}

const setNext = ({ id }: RecentFunding, next: number) =>
  update(keys.escrow(id), {
    set: queues.fundings.position(new Date(next).toISOString(), id),
    ...queues.fundings.contains,
  })

/** Sets the next check, in epoch milliseconds. @returns false if the checks of this funding have ended */
export const checkNext = (table: Table, recent: RecentFunding, next: number): Promise<boolean> =>
  writeIfAll(table, [setNext(recent, next)])

/** Ends the checks of a funding. @throws ConditionFailed if it is final, but a concurrent run has marked it as lost */
export const endChecks = (table: Table, { id, taskId }: RecentFunding, isFinal: boolean) =>
  table.write([
    update(keys.escrow(id), { remove: queues.fundings.attributes }),
    ...(isFinal ? [{ check: keys.task(taskId), condition: 'attribute_not_exists(fundingLost)' }] : []),
  ])

/**
 * Marks the funding of a task as lost, removes the task from the lists and sets the next check. Times in epoch milliseconds.
 * @returns false if the checks of this funding have ended, because a concurrent run found that it is final
 */
export const markLost = (table: Table, recent: RecentFunding, now: number, next: number): Promise<boolean> =>
  writeIfCurrent(table, {
    current: setNext(recent, next),
    task: update(keys.task(recent.taskId), {
      set: { fundingLost: new Date(now).toISOString() },
      remove: ['listed'],
      condition: 'attribute_exists(pk)',
    }),
  })

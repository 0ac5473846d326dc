import * as z from 'zod'
import { keys, partitions } from './keys.ts'
import { readItems, type Table, update, writeIfAll, writeIfCurrent } from './table.ts'

const stored = z.object({ escrowId: z.string(), taskId: z.string() })

/** An escrow whose funding a reorganisation can still take back. It is found by the index attributes of its guard item. */
export type RecentFunding = z.output<typeof stored>

/** The fields of a stored task that decide whether it is listed. */
interface ListableTask {
  id: string
  completions: number
  isActive: boolean
  closedAt?: string | undefined
  hiddenAt?: string | undefined
  fundingLost?: string | undefined
  wasDraft?: true | undefined
}

/** The index attributes of an escrow's guard item until its funding is final. `next` is when to check it, in epoch milliseconds. */
export const indexed = (escrowId: string, next: number) => ({
  gsi1pk: partitions.funding,
  gsi1sk: `${new Date(next).toISOString()}#${escrowId}`,
})

/** Fundings that are to be checked by now (epoch milliseconds), the longest overdue first. */
export async function unconfirmed(table: Table, now: number, limit: number): Promise<RecentFunding[]> {
  const below = new Date(now).toISOString()
  const page = await table.query({ index: 'gsi1', pk: partitions.funding, below, limit })
  return readItems(table, stored, page.items)
}

const setNext = ({ escrowId }: RecentFunding, next: number) =>
  update(keys.escrow(escrowId), {
    set: indexed(escrowId, next),
    condition: 'gsi1pk = :gsi1pk', // absent once the checks have ended
  })

/** Sets the next check, in epoch milliseconds. @returns false if the checks of this funding have ended */
export const checkNext = (table: Table, one: RecentFunding, next: number): Promise<boolean> =>
  writeIfAll(table, [setNext(one, next)])

/** Ends the checks of a funding. @throws ConditionFailed if it is final, but a concurrent run has marked it as lost */
export const endChecks = (table: Table, { escrowId, taskId }: RecentFunding, isFinal: boolean) =>
  table.write([
    update(keys.escrow(escrowId), { remove: ['gsi1pk', 'gsi1sk'] }),
    ...(isFinal ? [{ check: keys.task(taskId), condition: 'attribute_not_exists(fundingLost)' }] : []),
  ])

/**
 * Marks the funding of a task as lost, removes the task from the lists and sets the next check. Times in epoch milliseconds.
 * @returns false if the checks of this funding have ended, because a concurrent run found that it is final
 */
export const markLost = (table: Table, one: RecentFunding, now: number, next: number): Promise<boolean> =>
  writeIfCurrent(table, {
    current: setNext(one, next),
    task: update(keys.task(one.taskId), {
      set: { fundingLost: new Date(now).toISOString() },
      remove: ['listed'],
      condition: 'attribute_exists(pk)',
    }),
  })

/**
 * Lists a task again whose funding has returned, unless it is hidden.
 * @param isOpen whether it takes submissions
 * @returns false if the task has changed since it was read
 */
export function markReturned(table: Table, task: ListableTask, isOpen: boolean): Promise<boolean> {
  const isListed = !task.hiddenAt && (task.isActive || (task.closedAt && !task.wasDraft))
  return writeIfAll(table, [
    update(keys.task(task.id), {
      set: { listed: isListed ? (isOpen ? partitions.open : partitions.closed) : undefined },
      remove: ['fundingLost'],
      condition: `fundingLost = :lost AND completions = :completions AND isActive = :active AND ${task.hiddenAt ? 'attribute_exists' : 'attribute_not_exists'}(hiddenAt)`,
      values: { ':lost': task.fundingLost, ':completions': task.completions, ':active': task.isActive },
    }),
  ])
}

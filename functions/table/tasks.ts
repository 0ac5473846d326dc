import { type Task, type TaskSort, task } from '../../domain/task.ts'
import { type IndexName, keys, partitions, taskSortKeys } from './keys.ts'
import { lookAgain } from './refundable.ts'
import { ConditionFailed, type Item, readList, type Table } from './table.ts'
import * as totals from './totals.ts'

/** A task as it is kept: with its escrow's id and terms. `refundableAt` is Unix seconds. */
export interface StoredTask extends Task {
  escrowId: string
  funder: string
  salt: string
  refundableAt: number
  /** Of a closed task: what its funder got back, and by which transaction if a node could say; null while that is due. */
  refunded?: { cents: number; hash: string | null } | null
}

const toItem = (value: StoredTask): Item => ({
  ...value,
  pending: 0,
  gsi1pk: partitions.createdBy(value.creatorId),
  gsi1sk: value.id,
  gsi3pk: partitions.tasks,
  gsi3sk: value.id,
  ...(value.isActive && { listed: partitions.open, ...taskSortKeys(value) }),
})

const fromItem = (item: Item): StoredTask => ({
  ...task.parse(item),
  escrowId: String(item.escrowId),
  funder: String(item.funder),
  salt: String(item.salt),
  refundableAt: Number(item.refundableAt),
  ...('refunded' in item && { refunded: item.refunded as NonNullable<StoredTask['refunded']> | null }),
})

export async function get(table: Table, id: string): Promise<StoredTask | undefined> {
  const item = await table.get(keys.task(id))
  return item && fromItem(item)
}

/** The tasks by id, those that exist. */
export async function getAll(table: Table, ids: string[]): Promise<Map<string, StoredTask>> {
  const items = await table.getAll(ids.map(keys.task))
  return new Map(items.map((item) => [String(item.id), fromItem(item)]))
}

/**
 * Saves the task and claims its escrow in one transaction.
 * @returns the id of the task that had already claimed the escrow, or null when saved.
 */
export async function create(table: Table, value: StoredTask): Promise<string | null> {
  try {
    await table.write([
      { put: { ...keys.task(value.id), ...toItem(value) }, condition: 'attribute_not_exists(pk)' },
      {
        put: {
          ...keys.escrow(value.escrowId),
          escrowId: value.escrowId,
          taskId: value.id,
          ...lookAgain(value.escrowId, new Date(value.refundableAt * 1000).toISOString()),
        },
        condition: 'attribute_not_exists(pk)',
      },
      totals.add({ tasks: 1, totalRewards: value.reward }),
    ])
    return null
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const claimed = await table.get(keys.escrow(value.escrowId))
    if (!claimed) throw error
    return String(claimed.taskId)
  }
}

const orders = {
  recent: { index: 'byDate', newestFirst: true },
  oldest: { index: 'byDate', newestFirst: false },
  'reward-high': { index: 'byReward', newestFirst: true },
  'reward-low': { index: 'byReward', newestFirst: false },
  'time-low': { index: 'byTime', newestFirst: false },
  'time-high': { index: 'byTime', newestFirst: true },
  deadline: { index: 'byDeadline', newestFirst: false },
} as const satisfies Record<TaskSort, { index: IndexName; newestFirst: boolean }>

const sortKeyOf = {
  byDate: 'dateKey',
  byReward: 'rewardKey',
  byTime: 'timeKey',
  byDeadline: 'deadlineKey',
} as const

/** Where a list goes on: the last task read and its sort key. */
export interface Position {
  id: string
  key: string
}

/** One page of listed tasks in an order, with the position of each. */
export async function list(
  table: Table,
  part: 'open' | 'closed',
  sort: TaskSort,
  limit: number,
  after?: Position,
): Promise<{ tasks: { task: Task; at: Position }[]; more: boolean }> {
  const { index, newestFirst } = orders[sort]
  const sortKey = sortKeyOf[index]
  const page = await table.query({
    index,
    pk: partitions[part],
    newestFirst,
    limit,
    after: after && { ...keys.task(after.id), listed: partitions[part], [sortKey]: after.key },
  })
  const tasks = page.items.map((item) => ({
    task: task.parse(item),
    at: { id: String(item.id), key: String(item[sortKey]) },
  }))
  return { tasks, more: page.next !== undefined }
}

/** The user's own tasks, newest first, drafts included. */
export async function createdBy(table: Table, userId: string, limit: number): Promise<StoredTask[]> {
  return (
    await readList(table, { index: 'gsi1', pk: partitions.createdBy(userId), newestFirst: true, limit })
  ).map(fromItem)
}

/** The newest tasks of all, drafts included. */
export async function newest(table: Table, limit: number): Promise<StoredTask[]> {
  return (await readList(table, { index: 'gsi3', pk: partitions.tasks, newestFirst: true, limit })).map(
    fromItem,
  )
}

/** Ids of tasks that are listed as open and whose deadline is before `now` (ISO 8601). */
export async function expiredOpen(table: Table, now: string, limit: number): Promise<string[]> {
  const page = await table.query({ index: 'byDeadline', pk: partitions.open, below: now, limit })
  return page.items.map((item) => String(item.id))
}

export async function listAsClosed(table: Table, id: string): Promise<void> {
  await table.write([
    {
      update: keys.task(id),
      set: 'SET listed = :closed',
      condition: 'attribute_exists(pk)',
      values: { ':closed': partitions.closed },
    },
  ])
}

import * as z from 'zod'
import { escrow } from '../../domain/limits.ts'
import { unclaimed } from '../../domain/refund.ts'
import { object } from '../../domain/schema.ts'
import { isOpen, submissionTypes, type TaskSort, type TaskText } from '../../domain/task.ts'
import { type IndexName, indexes, type Key, keys, partitions, taskSortKeys } from './keys.ts'
import { queues } from './queue.ts'
import { isIn, shardOf } from './shards.ts'
import {
  ConditionFailed,
  failedWrites,
  type Item,
  readItem,
  readItems,
  readList,
  readNewest,
  type Table,
  update,
  type Write,
  writeIfAll,
  writeIfCurrent,
} from './table.ts'
import * as totals from './totals.ts'

/**
 * Fields that are stored in one map, which the indexes of the lists contain, so that a list shows a field of a later version
 * without a new index. Such a field needs a default for items written before it (docs/data.md).
 */
const details = object(() => ({
  reviewDays: z.number(),
  /** Lists leave out hidden tasks, also if a task that was closed at the same time is in an index again. */
  hidden: z.literal(true).optional(),
}))

/** The attributes of a task that the indexes of the lists contain. */
const card = object(() => ({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  requirements: z.string(),
  category: z.string(),
  creatorId: z.string(),
  reward: z.number(),
  maxCompletions: z.number(),
  estimatedTime: z.number(),
  deadline: z.string(),
  submissionType: z.enum(submissionTypes),
  isActive: z.boolean(),
  contractAddress: z.string().nullable(),
  createdAt: z.string(),
  closedAt: z.string().optional(),
  details,
}))

const returned = z.object({ cents: z.number(), hash: z.string().nullable() })

const attributes = object(() => ({
  ...card.shape,
  completions: z.number(),
  /** Places: approved and undecided submissions, and offers to doers of the waiting list. */
  taken: z.number(),
  /** Doers on the waiting list to whom no place is offered yet. */
  waiting: z.number().optional(),
  /** All submissions, and those that are pending. */
  submissions: z.number().default(0),
  pending: z.number().default(0),
  /**
   * Submissions that are pending, appealable or under appeal. What they can claim of a closed task's escrow returns after they
   * are decided. After the closing, `completions` + `undecided` never increases.
   */
  undecided: z.number(),
  /** The partition of the lists; absent for drafts, hidden tasks and those that lost their funding. */
  listed: z.string().optional(),
  hiddenAt: z.string().optional(),
  hiddenReason: z.string().optional(),
  fundingLost: z.string().optional(),
  wasDraft: z.literal(true).optional(),
  textVersion: z.number().optional(),
  /** Until the first submission. */
  withoutProofs: z.literal(true).optional(),
  escrowId: z.string(),
  funder: z.string(),
  salt: z.string(),
  /** Unix seconds. */
  refundableAt: z.number(),
  /**
   * Present once the refund of a closed task has started: the refund in CENTS and its transaction, or null while the refund
   * is due. `hash` is null if somebody else closed the escrow. From then on nothing can be approved.
   */
  refunded: returned.nullish(),
  /**
   * Present if slots were left that no undecided submission can claim when the task was closed: what returned of them, or null
   * while they are to return. Since then the escrow has fewer slots than `maxCompletions`.
   */
  firstPart: returned.nullish(),
  /** ISO 8601. */
  refundDueSince: z.string().optional(),
}))

/** No index contains `completions` and `taken`, because each submission changes them. `withPlaces` reads them. */
const listed = card.transform(({ details: added, ...task }) => ({
  ...task,
  ...added,
  completions: 0,
  taken: 0,
}))
const stored = attributes.transform(({ details: added, ...task }) => ({ ...task, ...added }))

export type ListedTask = z.output<typeof listed>
/** A task as it is stored, with its escrow's id and terms. */
export type StoredTask = z.output<typeof stored>

/** The attribute that puts a task into the lists of its part. */
const listing = (part: 'open' | 'closed', id: string) => ({ listed: shardOf(partitions[part], id) })

/** The item of a new task. */
export const itemOf = (value: StoredTask): Key & Item => ({
  ...keys.task(value.id),
  ...attributes.parse({ ...value, details: value }),
  withoutProofs: true,
  gsi1pk: partitions.createdBy(value.creatorId),
  gsi1sk: value.id,
  gsi3pk: shardOf(partitions.tasks, value.id),
  gsi3sk: value.id,
  ...(value.isActive && { ...listing('open', value.id), ...taskSortKeys(value) }),
})

export const get = (table: Table, id: string) => readItem(table, stored, keys.task(id))

/** The tasks with these ids, without those that do not exist. */
export async function getAll(table: Table, ids: string[]): Promise<Map<string, StoredTask>> {
  const found = readItems(table, stored, await table.getAll(ids.map(keys.task)))
  return new Map(found.map((task) => [task.id, task]))
}

/** The tasks that these items name, by id. */
export const ofItems = (table: Table, items: { taskId: string }[]) =>
  getAll(
    table,
    items.map(({ taskId }) => taskId),
  )

/** Milliseconds after its save at which the funding of a task is checked first. */
const firstCheck = 2 * 60_000

/**
 * Saves the task and claims its escrow in one transaction.
 * @returns the id of the task that had already claimed the escrow, or null when saved.
 */
export async function create(table: Table, value: StoredTask): Promise<string | null> {
  const failed = await failedWrites(table, {
    task: { put: itemOf(value), condition: 'attribute_not_exists(pk)' },
    escrow: {
      put: {
        ...keys.escrow(value.escrowId),
        escrowId: value.escrowId,
        taskId: value.id,
        ...queues.refundable.position(new Date(value.refundableAt * 1000).toISOString(), value.escrowId),
        ...queues.fundings.position(
          new Date(Date.parse(value.createdAt) + firstCheck).toISOString(),
          value.escrowId,
        ),
      },
      condition: 'attribute_not_exists(pk)',
    },
    totals: totals.add({ tasks: 1, totalRewards: value.reward, [totals.categoryName(value.category)]: 1 }),
  })
  if (failed.length === 0) return null
  const claimed = await table.get(keys.escrow(value.escrowId))
  if (!claimed) throw new ConditionFailed(failed)
  return String(claimed.taskId)
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

/** The index of an order, and the attribute by which it sorts. */
export const orderOf = (sort: TaskSort) => ({ ...orders[sort], sortKey: indexes[orders[sort].index].sk })

/** Where the next page of a list starts: after this task with this sort key. */
export interface Position {
  id: string
  key: string
}

/**
 * One page of listed tasks in an order, with the position of each. `next` is the position of the next page, and `read` and
 * `bytes` measure all items of this one.
 */
export async function list(
  table: Table,
  part: 'open' | 'closed',
  sort: TaskSort,
  limit: number,
  after?: Position,
) {
  const { index, newestFirst, sortKey } = orderOf(sort)
  const page = await table.query({
    index,
    pk: partitions[part],
    newestFirst,
    limit,
    after: after && { ...keys.task(after.id), listed: partitions[part], [sortKey]: after.key },
  })
  const positionOf = (item: Item): Position => ({ id: String(item.id), key: String(item[sortKey]) })
  const last = page.items.at(-1)
  return {
    tasks: page.items.flatMap((item) =>
      readItems(table, listed, [item]).map((task) => ({ task, at: positionOf(item) })),
    ),
    next: page.next && last && positionOf(last),
    read: page.items.length,
    bytes: Buffer.byteLength(JSON.stringify(page.items)),
  }
}

/** Tasks of a list with their present places, which the indexes do not contain. */
export async function withPlaces(table: Table, listed: ListedTask[]): Promise<ListedTask[]> {
  const current = await getAll(
    table,
    listed.map(({ id }) => id),
  )
  return listed.map((task) => {
    const { completions, taken } = current.get(task.id) ?? task
    return { ...task, completions, taken }
  })
}

/** The user's own tasks, newest first, drafts included. `below`: only those with smaller ids. */
export async function createdBy(table: Table, userId: string, limit: number, below?: string) {
  const query = { index: 'gsi1', pk: partitions.createdBy(userId), newestFirst: true, limit, below } as const
  return readItems(table, stored, await readList(table, query))
}

/** All tasks, newest first, drafts included. `below`: only those with smaller ids. */
export async function newest(table: Table, limit: number, below?: string): Promise<StoredTask[]> {
  return readItems(table, stored, await readNewest(table, partitions.tasks, limit, below))
}

/** Tasks that are listed as open and whose deadline is before `now` (ISO 8601). */
export async function expiredOpen(table: Table, now: string, limit: number): Promise<{ id: string }[]> {
  const page = await table.query({ index: 'byDeadline', pk: partitions.open, below: now, limit })
  return page.items.map(({ id }) => ({ id: String(id) }))
}

/** Whether the list of open tasks has the task. */
export const isListedAsOpen = ({ hidden, listed }: StoredTask): boolean =>
  isIn(partitions.open, listed) && !hidden

/** Lists a task as closed, unless it is not listed any more. */
export const listAsClosed = (table: Table, id: string): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.task(id), { set: listing('closed', id), condition: 'attribute_exists(listed)' }),
  ])

/** Whether the creator may change the text, as `changeText` does. */
export const isEditable = ({ closedAt, hidden, withoutProofs }: StoredTask): boolean =>
  Boolean(withoutProofs && !closedAt && !hidden)

/** The condition that the text is still the one of this version. */
const textUnchanged = (version: number | undefined) =>
  version ? 'textVersion = :read' : 'attribute_not_exists(textVersion)'

/**
 * Changes the text of a task.
 * @param textVersion of the text that the creator has changed
 * @returns false if a proof has arrived, the text has another version, or the task is closed, hidden or in an open report
 */
export const changeText = (
  table: Table,
  { id, title, description, requirements, textVersion }: TaskText & Pick<StoredTask, 'id' | 'textVersion'>,
) =>
  writeIfAll(table, [
    update(keys.task(id), {
      set: { title, description, requirements },
      add: { textVersion: 1 },
      condition: [
        'attribute_exists(withoutProofs) AND attribute_not_exists(closedAt) AND attribute_not_exists(hiddenAt)',
        textUnchanged(textVersion),
      ],
      ...(textVersion && { values: { ':read': textVersion } }),
    }),
    // Otherwise the creator could remove what was reported before an admin reads it.
    { check: keys.reportCase('task', id), condition: 'attribute_not_exists(gsi1pk)' },
  ])

/** The condition that the task takes submissions, if it has a free place. */
const takesProofs =
  'isActive = :true AND deadline > :now AND attribute_not_exists(hiddenAt) AND attribute_not_exists(fundingLost)'

/** A task as a doer has read it. `hasOffer`: a place that counts as taken already is offered to the doer. */
export type ReadTask = Pick<StoredTask, 'id' | 'textVersion'> & { hasOffer?: boolean }

/**
 * The write that takes a place for a new submission. It fails if the task has no free place or takes no submissions, or if
 * its text is not the one that the doer has read. While doers wait, the free places are for them. `now` in ISO 8601.
 */
export const takePlace = ({ hasOffer, id, textVersion }: ReadTask, now: string): Write =>
  update(keys.task(id), {
    add: { taken: hasOffer ? 0 : 1, undecided: 1, submissions: 1, pending: 1 },
    remove: ['withoutProofs'],
    condition: [
      takesProofs,
      !hasOffer && 'taken < maxCompletions AND (attribute_not_exists(waiting) OR waiting = :none)',
      textUnchanged(textVersion),
    ],
    values: {
      ...{ ':true': true, ':now': now, ...(textVersion && { ':read': textVersion }) },
      ...(!hasOffer && { ':none': 0 }),
    },
  })

/** The write that changes counts of a waiting list on a condition, if the task takes submissions. `now` in ISO 8601. */
export const changePlaces = (id: string, add: PlaceCounts, now: string, condition: string): Write =>
  update(keys.task(id), {
    add,
    condition: [takesProofs, condition],
    values: { ':true': true, ':now': now, ':none': 0 },
  })

type PlaceCounts = { taken?: number; waiting?: number }

/** The write that counts a doer less who waits, or to whom a place is offered. */
export const endWaiting = (id: string, add: PlaceCounts): Write =>
  update(keys.task(id), { add, condition: 'attribute_exists(pk)' })

/** The new values that list a task as closed, if it is listed. */
export const listingAsClosed = ({ id, listed }: StoredTask) => listed && listing('closed', id)

/** The new values that make the refund of a closed task due, or its first part. `now` in ISO 8601. */
export const refundDue = (
  { id }: Pick<StoredTask, 'id'>,
  now: string,
  part: 'refunded' | 'firstPart' = 'refunded',
) => ({
  [part]: null,
  refundDueSince: now,
  ...queues.refunds.position(now, id),
})

/**
 * The write that counts a decision about a submission. If it is the last decision that a closed task waits for, its refund
 * becomes due. The write fails if the task has changed since it was read, or approvals have ended.
 * @param approves claims the next slot of the escrow
 * @param judges the submission was pending
 * @param isAutomatic the schedule approves
 * @param ends the submission is not pending, appealable or under appeal any more, so its place is free unless it is approved
 * @param now ISO 8601
 */
export function decision(
  task: StoredTask,
  {
    approves = false,
    judges = false,
    ends = true,
    isAutomatic = false,
  }: { approves?: boolean; judges?: boolean; ends?: boolean; isAutomatic?: boolean },
  now: string,
): Write {
  const { completions, maxCompletions } = task
  const margin = isAutomatic ? escrow.automaticMargin : escrow.approvalMargin
  const isFull = approves && completions + 1 === maxCompletions
  const isLast = ends && task.closedAt && task.refunded === undefined && task.undecided === 1
  const startsRefund = isLast && unclaimed(task) > (approves ? task.reward : 0)
  const canApprove = [
    'completions = :slot',
    ':slot < maxCompletions',
    'attribute_not_exists(refunded)',
    'attribute_not_exists(fundingLost)',
    'refundableAt > :end',
  ]
  return update(keys.task(task.id), {
    set: {
      ...(approves && { completions: completions + 1 }),
      ...(isFull && listingAsClosed(task)),
      ...(startsRefund && refundDue(task, now)),
    },
    // An update that changes nothing would be empty, which DynamoDB refuses.
    add: {
      pending: judges ? -1 : 0,
      ...(ends && { undecided: -1 }),
      ...(ends && !approves && { taken: -1 }),
    },
    condition: [
      'attribute_exists(pk)',
      isFull && task.listed !== undefined && 'attribute_exists(listed)', // a task hidden meanwhile is not listed again
      ...(approves ? canApprove : []),
      Boolean(isLast) && 'undecided = :one AND attribute_not_exists(refunded)',
      ends && !isLast && '(attribute_not_exists(closedAt) OR attribute_exists(refunded) OR undecided > :one)',
    ],
    values: {
      ...(approves && { ':slot': completions, ':end': Date.parse(now) / 1000 + margin }),
      ...(ends && { ':one': 1 }),
    },
  })
}

/**
 * Hides a task: it leaves the lists and takes no submissions. Approvals, payouts and its closing go on.
 * @param how the reason, and the time in ISO 8601
 * @returns false if it is hidden already
 */
export const hide = (table: Table, task: StoredTask, how: { reason: string; at: string }, more: Write[]) =>
  writeIfCurrent(table, {
    current: update(keys.task(task.id), {
      set: { hiddenAt: how.at, hiddenReason: how.reason, details: details.parse({ ...task, hidden: true }) },
      remove: ['listed'],
      condition: 'attribute_exists(pk) AND attribute_not_exists(hiddenAt)',
    }),
    more,
  })

/** What takes a listed task out of the lists, and the attributes that say so. */
const unlistedBy = { hiddenAt: ['hiddenAt', 'hiddenReason'], fundingLost: ['fundingLost'] }

/**
 * Lists a task again that was hidden or has lost its funding, unless the other reason still holds.
 * @param reason the one that has ended
 * @param now epoch milliseconds
 * @returns false if the task has changed since it was read
 */
export function listAgain(
  table: Table,
  task: StoredTask,
  reason: keyof typeof unlistedBy,
  now: number,
  more: Write[] = [],
): Promise<boolean> {
  const other = reason === 'hiddenAt' ? 'fundingLost' : 'hiddenAt'
  const after = { ...task, [reason]: undefined, ...(reason === 'hiddenAt' && { hidden: undefined }) }
  const isListed = !task[other] && (task.isActive || (task.closedAt && !task.wasDraft))
  return writeIfCurrent(table, {
    current: update(keys.task(task.id), {
      set: {
        details: details.parse(after),
        ...(isListed && listing(isOpen(after, now) ? 'open' : 'closed', task.id)),
      },
      remove: unlistedBy[reason],
      condition: [
        `${reason} = :since AND completions = :completions AND isActive = :active`,
        `${task[other] ? 'attribute_exists' : 'attribute_not_exists'}(${other})`,
      ],
      values: { ':since': task[reason], ':completions': task.completions, ':active': task.isActive },
    }),
    more,
  })
}

import type { DomainEvent } from '../domain/events.ts'
import { replayEvents } from '../functions/events/replay.ts'
import { scoreChanges } from '../functions/events/scorecards.ts'
import { keys, partitions } from '../functions/table/keys.ts'
import * as scores from '../functions/table/scorecards.ts'
import { indexTask } from '../functions/table/search-index.ts'
import { type Item, keysOf, pages, type Table, update, writeIfAll } from '../functions/table/table.ts'
import * as totals from '../functions/table/totals.ts'
import { runCommand, tableFromEnvironment } from './command.ts'

const usage = (
  names: string[],
) => `npm run rebuild -- <projection>    computes a projection again from the stored items and writes it

The projections: ${names.join(', ')}.
TABLE_NAME names the table; DYNAMODB_ENDPOINT its endpoint, if it is not on AWS. "npm start" prints both for its own table.`

/** Counts that follow from the stored items, by the place that stores them. */
interface Projection {
  /** Places that are corrected even if no item changes them. */
  initial: string[]
  changes(item: Item): { place: string; add: scores.Counts }[]
  read(table: Table, places: string[]): Promise<Map<string, scores.Counts>>
  /** Adds the differences to what is stored. */
  correct(table: Table, place: string, add: scores.Counts): Promise<void>
}

/** The counts on the admin's overview. Transactions keep them; a restored or repaired table may need them computed again. */
const adminTotals: Projection = {
  initial: [''],
  changes: (item) => replayEvents(item).map((event) => ({ place: '', add: addedToTotals(event) })),
  read: async (table) => new Map([['', await totals.read(table)]]),
  correct: (table, _, add) => table.write([totals.add(add)]),
}

function addedToTotals(event: DomainEvent): scores.Counts {
  if (event.type === 'user.created') return { users: 1, connectedWallets: event.walletAddress ? 1 : 0 }
  if (event.type === 'task.created')
    return { tasks: 1, totalRewards: event.reward, [totals.categoryName(event.category)]: 1 }
  if (event.type === 'submission.created') return { submissions: 1, pending: 1 }
  if (event.type === 'submission.approved')
    return { [event.wasRejected ? 'rejected' : 'pending']: -1, approved: 1 }
  if (event.type === 'submission.rejected') return { pending: -1, rejected: 1 }
  return event.type === 'payout.due' ? { paidOut: event.amount } : {}
}

const idOf = (place: string) => place.split(' ', 1)[0] ?? ''

/** The scorecards, by `userId role`. Everybody is in it, so that a scorecard without any event is corrected too. */
const scorecards: Projection = {
  initial: [],
  changes: (item) =>
    replayEvents(item)
      .flatMap((event) =>
        event.type === 'user.created'
          ? scores.roles.map((role) => ({ userId: event.userId, role, add: {} }))
          : scoreChanges(event),
      )
      .map(({ userId, role, add }) => ({ place: `${userId} ${role}`, add })),
  read: (table, places) => scores.readAll(table, [...new Set(places.map(idOf))]),
  correct: (table, place, add) =>
    scores.correct(table, { userId: idOf(place), role: place.endsWith('DOER') ? 'DOER' : 'POSTER', add }),
}

const countNames = {
  USER: ['submissions', 'pendingSubmissions', 'pendingReward', 'undecided'],
  TASK: ['submissions', 'pending', 'undecided', 'taken', 'waiting'],
} as const

const keyOfPlace = (place: string) => (place.startsWith('USER') ? keys.user : keys.task)(place.slice(5))

/**
 * The counts of submissions on users and tasks, by `USER id` and `TASK id`. A submission is undecided while its pointer is in a
 * queue.
 */
const counts: Projection = {
  initial: [],
  changes({ gsi1pk, id, offeredUntil, pk, reward, sk, status, taskId, userId }) {
    if (sk === 'USER' || sk === 'TASK') return [{ place: `${sk} ${id}`, add: {} }]
    const [user, task] = [`USER ${userId}`, `TASK ${taskId}`]
    const undecided = gsi1pk ? 1 : 0
    if (sk === 'POINTER')
      return [
        { place: user, add: { undecided } },
        { place: task, add: { undecided, taken: undecided } },
      ]
    if (pk === partitions.waiting(String(taskId)) && gsi1pk)
      return [
        { place: user, add: { undecided } },
        { place: task, add: offeredUntil ? { taken: 1 } : { waiting: 1 } },
      ]
    if (!String(sk).startsWith('SUBMISSION#')) return []
    const pending = status === 'pending' ? 1 : 0
    const pendingReward = pending * Number(reward ?? 0)
    return [
      { place: user, add: { submissions: 1, pendingSubmissions: pending, pendingReward } },
      { place: task, add: { submissions: 1, pending, taken: status === 'approved' ? 1 : 0 } },
    ]
  },
  async read(table, places) {
    const items = await table.getAll(places.map(keyOfPlace))
    return new Map(
      items.map((item) => {
        const names = countNames[item.sk as keyof typeof countNames]
        return [
          `${item.sk} ${item.id}`,
          Object.fromEntries(names.map((name) => [name, Number(item[name] ?? 0)])),
        ]
      }),
    )
  },
  correct: (table, place, add) =>
    table.write([update(keyOfPlace(place), { add, condition: 'attribute_exists(pk)' })]),
}

/**
 * Writes the search terms of every task again. Terms of a former text stay, which only a lost event can leave behind; a search
 * compares what it finds with the present text.
 */
async function rebuildSearch(table: Table): Promise<string[]> {
  for await (const { id, sk } of storedItems(table, [partitions.tasks]))
    if (sk === 'TASK') await indexTask(table, String(id))
  return []
}

/** The condition under which a copy of this item may be written. */
function ifOlder({ status, updatedAt }: Item) {
  const isAbsent = 'attribute_not_exists(pk)'
  if (updatedAt === undefined) return { condition: isAbsent }
  const isOlder = `${isAbsent} OR updatedAt < :updated`
  if (status !== 'approved') return { condition: isOlder, values: { ':updated': updatedAt } }
  return {
    condition: `${isOlder} OR #status <> :status`,
    names: { '#status': 'status' },
    values: { ':updated': updatedAt, ':status': status },
  }
}

/**
 * Copies what version 0.1.0 stored of the submissions to a task beside the task to their own partition. A copy that has changed
 * since is newer than what it was copied from, so it stays, unless version 0.1.0 has approved the proof meanwhile: it may be paid.
 * @param isLast deletes what was copied. Version 0.1.0, which does not know the copies, must not run any more
 * @returns the sort keys of what was copied or deleted
 */
const moveProofs = (isLast: boolean) => async (table: Table) => {
  const moved: string[] = []
  for await (const { pk, sk, id } of storedItems(table, [partitions.tasks])) {
    if (sk !== 'TASK') continue
    for await (const page of pages(table, { pk: String(pk), limit: 500 }))
      for (const item of page.filter((one) => one.sk !== sk)) {
        const [former = keys.task('')] = keysOf([item])
        const copy = { ...item, ...keys.submission(String(id), ''), sk: former.sk, moved: true }
        const isCopied = await writeIfAll(table, [{ put: copy, ...ifOlder(item) }])
        if (isLast) await table.write([{ delete: former }])
        if (isCopied || isLast) moved.push(former.sk)
      }
  }
  return moved
}

export const projections = {
  search: rebuildSearch,
  totals: (table: Table) => compute(table, adminTotals),
  scorecards: (table: Table) => compute(table, scorecards),
  counts: (table: Table) => compute(table, counts),
  proofs: moveProofs(false),
  'former-proofs': moveProofs(true),
}

/**
 * Computes a projection from every stored item and writes it. People should not act meanwhile: run it again to be sure.
 * @returns what was wrong before, one line each
 */
async function compute(table: Table, { initial, changes, read, correct }: Projection): Promise<string[]> {
  const state = new Map<string, scores.Counts>(initial.map((place) => [place, {}]))
  for await (const item of storedItems(table))
    for (const { place, add } of changes(item)) {
      const sums = { ...state.get(place) }
      for (const [name, by] of Object.entries(add)) sums[name] = (sums[name] ?? 0) + by
      state.set(place, sums)
    }
  const stored = await read(table, [...state.keys()])
  const corrected: string[] = []
  for (const [place, sums] of state) {
    const before = stored.get(place) ?? {}
    const difference = (name: string) => (sums[name] ?? 0) - (before[name] ?? 0)
    const names = Object.keys({ ...before, ...sums }).filter((name) => difference(name) !== 0)
    if (names.length === 0) continue
    await correct(table, place, Object.fromEntries(names.map((name) => [name, difference(name)])))
    for (const name of names)
      corrected.push(`${place} ${name}: ${before[name] ?? 0} → ${sums[name] ?? 0}`.trim())
  }
  return corrected
}

/** All users, tasks with their waiting lists, submissions with their pointers, and payouts, page by page. */
async function* storedItems(
  table: Table,
  lists: string[] = [partitions.users, partitions.tasks, partitions.submissions],
): AsyncGenerator<Item> {
  for (const pk of lists)
    for await (const items of pages(table, { index: 'gsi3', pk, limit: 500 })) {
      yield* await table.getAll(keysOf(items))
      if (pk === partitions.tasks)
        for (const { gsi3sk } of items)
          for await (const entries of pages(table, { pk: partitions.waiting(String(gsi3sk)), limit: 500 }))
            yield* entries
      if (pk === partitions.submissions)
        for (const key of [keys.payout, keys.submissionPointer])
          yield* await table.getAll(items.map(({ gsi3sk }) => key(String(gsi3sk))))
    }
}

async function run([name = '', ...more]: string[]): Promise<string> {
  const text = usage(Object.keys(projections))
  if (!name) return text
  if (!(name in projections) || more.length > 0) throw new RangeError(text)
  const { table } = tableFromEnvironment()
  const changed = await projections[name as keyof typeof projections](table)
  return changed.length > 0 ? changed.join('\n') : `Nothing to change: ${name} agrees with the stored items.`
}

if (import.meta.main) await runCommand(run)

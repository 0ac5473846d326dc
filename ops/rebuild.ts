import type { DomainEvent } from '../domain/events.ts'
import { categories } from '../domain/task-enums.ts'
import { replayEvents } from '../functions/events/replay.ts'
import { scoreChanges } from '../functions/events/scorecards.ts'
import { keys, partitions } from '../functions/table/keys.ts'
import * as scores from '../functions/table/scorecards.ts'
import { indexTask } from '../functions/table/search-index.ts'
import { type Item, keysOf, type Table } from '../functions/table/table.ts'
import * as totals from '../functions/table/totals.ts'
import { runCommand, tableFromEnvironment } from './command.ts'

const usage = (
  names: string[],
) => `npm run rebuild -- <projection>    computes a projection again from the stored items and writes it

The projections: ${names.join(', ')}.
TABLE_NAME names the table; DYNAMODB_ENDPOINT its endpoint, if it is not on AWS. "npm start" prints both for its own table.`

/** State that follows from events alone, so that it can be computed again from the stored items. */
interface Projection<State> {
  initial(): State
  apply(state: State, event: DomainEvent): State
  /** Writes the state. @returns what was wrong before, one line each */
  save(table: Table, state: State): Promise<string[]>
}

const none: totals.Totals = {
  ...Object.fromEntries(categories.map((category) => [totals.categoryName(category), 0])),
  users: 0,
  connectedWallets: 0,
  tasks: 0,
  submissions: 0,
  pending: 0,
  approved: 0,
  rejected: 0,
  paidOut: 0,
  totalRewards: 0,
}

const plus = (state: totals.Totals, change: Partial<totals.Totals>): totals.Totals => {
  const sums = Object.entries(change).map(([name, by]) => [
    name,
    (state[name as keyof totals.Totals] ?? 0) + (by ?? 0),
  ])
  return { ...state, ...Object.fromEntries(sums) }
}

/** The counts on the admin's overview. Transactions keep them; a restored or repaired table may need them computed again. */
const adminTotals: Projection<totals.Totals> = {
  initial: () => none,
  apply(state, event) {
    if (event.type === 'user.created')
      return plus(state, { users: 1, connectedWallets: event.walletAddress ? 1 : 0 })
    if (event.type === 'task.created')
      return plus(state, {
        tasks: 1,
        totalRewards: event.reward,
        [totals.categoryName(event.category)]: 1,
      })
    if (event.type === 'submission.created') return plus(state, { submissions: 1, pending: 1 })
    if (event.type === 'submission.approved')
      return plus(state, { [event.wasRejected ? 'rejected' : 'pending']: -1, approved: 1 })
    if (event.type === 'submission.rejected') return plus(state, { pending: -1, rejected: 1 })
    if (event.type === 'payout.due') return plus(state, { paidOut: event.amount })
    return state
  },
  async save(table, state) {
    const stored = await totals.read(table)
    const names = (Object.keys(none) as (keyof totals.Totals)[]).filter(
      (name) => stored[name] !== state[name],
    )
    const change = Object.fromEntries(names.map((name) => [name, (state[name] ?? 0) - (stored[name] ?? 0)]))
    if (names.length > 0) await table.write([totals.add(change)])
    return names.map((name) => `${name}: ${stored[name]} → ${state[name]}`)
  },
}

/** The scorecards, by `userId role`. Everybody is in it, so that a scorecard without any event is corrected too. */
const scorecards: Projection<Map<string, scores.Counts>> = {
  initial: () => new Map(),
  apply(state, event) {
    if (event.type === 'user.created')
      for (const role of scores.roles) state.set(`${event.userId} ${role}`, {})
    for (const { userId, role, add } of scoreChanges(event)) {
      const counts = { ...state.get(`${userId} ${role}`) }
      for (const [name, by] of Object.entries(add)) counts[name] = (counts[name] ?? 0) + by
      state.set(`${userId} ${role}`, counts)
    }
    return state
  },
  async save(table, state) {
    const idOf = (place: string) => place.split(' ', 1)[0] ?? ''
    const stored = await scores.readAll(table, [...new Set([...state.keys()].map(idOf))])
    const corrected: string[] = []
    for (const [place, counts] of state) {
      const before = stored.get(place) ?? {}
      const difference = (name: string) => (counts[name] ?? 0) - (before[name] ?? 0)
      const names = Object.keys({ ...before, ...counts }).filter((name) => difference(name) !== 0)
      if (names.length === 0) continue
      const add = Object.fromEntries(names.map((name) => [name, difference(name)]))
      await scores.correct(table, {
        userId: idOf(place),
        role: place.endsWith('DOER') ? 'DOER' : 'POSTER',
        add,
      })
      for (const name of names)
        corrected.push(`${place} ${name}: ${before[name] ?? 0} → ${counts[name] ?? 0}`)
    }
    return corrected
  },
}

/**
 * Writes the search terms of every task again. Terms of a former text stay, which only a lost event can leave behind; a search
 * compares what it finds with the present text.
 */
async function rebuildSearch(table: Table): Promise<string[]> {
  for await (const item of storedItems(table, [partitions.tasks])) await indexTask(table, String(item.id))
  return []
}

export const projections = {
  search: rebuildSearch,
  totals: (table: Table) => compute(table, adminTotals),
  scorecards: (table: Table) => compute(table, scorecards),
}

/** Computes a projection from every stored item and writes it. People should not act meanwhile: run it again to be sure. */
async function compute<State>(table: Table, { apply, initial, save }: Projection<State>): Promise<string[]> {
  let state = initial()
  for await (const item of storedItems(table))
    for (const event of replayEvents(item)) state = apply(state, event)
  return save(table, state)
}

/** All users, tasks, submissions and payouts, page by page. */
async function* storedItems(
  table: Table,
  lists: string[] = [partitions.users, partitions.tasks, partitions.submissions],
): AsyncGenerator<Item> {
  for (const pk of lists) {
    let after: Item | undefined
    do {
      const page = await table.query({ index: 'gsi3', pk, limit: 500, after })
      yield* await table.getAll(keysOf(page.items))
      if (pk === partitions.submissions)
        yield* await table.getAll(page.items.map(({ gsi3sk }) => keys.payout(String(gsi3sk))))
      after = page.next
    } while (after)
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

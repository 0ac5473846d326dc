import { categories } from '../../domain/task-enums.ts'
import { keys } from './keys.ts'
import { type Table, update } from './table.ts'

const names = [
  ...(['users', 'connectedWallets', 'tasks', 'submissions', 'pending', 'approved', 'rejected'] as const),
  ...(['paidOut', 'totalRewards'] as const),
] as const

/** The attribute that counts the tasks of a category. */
export const categoryName = (category: string) => `in_${category.replace(/\W/g, '_')}` as const

/** Counts for admins, updated in the transactions that change them; rewards (`paidOut`, `totalRewards`) in CENTS. */
export type Totals = Record<(typeof names)[number] | `in_${string}`, number>

/** Items over which the counts are spread, each in a partition of its own, so that concurrent transactions rarely conflict. */
const shards = 10

export const add = (change: Partial<Totals>) =>
  update(keys.totals(Math.floor(Math.random() * shards)), { add: change })

export async function read(table: Table): Promise<Totals> {
  const items = await table.getAll(Array.from({ length: shards }, (_, shard) => keys.totals(shard)))
  const sum = (name: keyof Totals) => items.reduce((total, item) => total + Number(item[name] ?? 0), 0)
  const all = [...names, ...categories.map(categoryName)]
  return Object.fromEntries(all.map((name) => [name, sum(name)])) as Totals
}

/** The categories that have tasks, the one with most tasks first. */
export const tasksByCategory = (totals: Totals): { category: string; tasks: number }[] =>
  categories
    .map((category) => ({ category, tasks: totals[categoryName(category)] ?? 0 }))
    .filter(({ tasks }) => tasks > 0)
    .toSorted((a, b) => b.tasks - a.tasks)

import { keys, partitions } from './keys.ts'
import type { Table, Write } from './table.ts'

/** Counts for admins, updated in the transactions that change them; rewards in CENTS. */
export interface Totals {
  users: number
  connectedWallets: number
  tasks: number
  submissions: number
  pending: number
  approved: number
  rejected: number
  paidOut: number
  totalRewards: number
}

/** Items over which the counts are spread, so that concurrent transactions rarely conflict. */
const shards = 10

/** A write that adds to the totals. */
export function add(change: Partial<Totals>): Write {
  const entries = Object.entries(change)
  return {
    update: keys.totals(Math.floor(Math.random() * shards)),
    set: `ADD ${entries.map(([name]) => `#${name} :${name}`).join(', ')}`,
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(entries.map(([name, by]) => [`:${name}`, by])),
  }
}

/** The sum over all shards. */
export async function read(table: Table): Promise<Totals> {
  const { items } = await table.query({ pk: partitions.totals, limit: shards })
  const sum = (name: keyof Totals) => items.reduce((total, item) => total + Number(item[name] ?? 0), 0)
  return {
    users: sum('users'),
    connectedWallets: sum('connectedWallets'),
    tasks: sum('tasks'),
    submissions: sum('submissions'),
    pending: sum('pending'),
    approved: sum('approved'),
    rejected: sum('rejected'),
    paidOut: sum('paidOut'),
    totalRewards: sum('totalRewards'),
  }
}

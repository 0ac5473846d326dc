import { keys, ttlAttribute } from './keys.ts'
import { readList, type Table, update, type Write } from './table.ts'

/** What the payouts of a day (UTC) have used: gas, in gwei, and the daily limit, in CENTS by creator. Kept for three days. */

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

const add = (now: number, name: string, amount: number): Write =>
  update(keys.spent(dayOf(now), name), {
    set: { [ttlAttribute]: Math.floor(now / 1000) + 3 * 86_400 },
    add: { used: amount },
    once: true,
  })

/** The write that adds the fee of a mined transaction, in wei. `now` in epoch milliseconds. */
export const addFee = (now: number, fee: bigint): Write => add(now, 'GAS', Number(fee) / 1e9)

/** Adds what was paid to doers, in CENTS by the creator of the task. */
export async function addRewards(table: Table, now: number, byCreator: Map<string, number>): Promise<void> {
  const writes = [...byCreator].map(([creatorId, cents]) => add(now, creatorId, cents))
  for (let at = 0; at < writes.length; at += 100) await table.write(writes.slice(at, at + 100))
}

const read = (table: Table, now: number, prefix?: string) =>
  readList(table, { pk: keys.spent(dayOf(now), '').pk, ...(prefix && { prefix }), limit: 1000 })

/** The fees of today's transactions in native coins. */
export async function feesToday(table: Table, now: number): Promise<number> {
  const [gas] = await read(table, now, 'GAS')
  return Number(gas?.used ?? 0) / 1e9
}

/** The most CENTS that the tasks of one creator have paid today. Of more than 1,000 creators, only the first 1,000 by id are read. */
export async function largestCreator(table: Table, now: number): Promise<number> {
  const all = await read(table, now)
  return Math.max(0, ...all.filter(({ sk }) => sk !== 'GAS').map(({ used }) => Number(used)))
}

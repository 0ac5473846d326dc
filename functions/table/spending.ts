import { keys, ttlAttribute } from './keys.ts'
import type { Payout } from './payouts.ts'
import { readList, type Table, update, type Write } from './table.ts'

/** What the transactions of a day (UTC) have used: fees, in gwei, and for each creator CENTS and fees. Kept for three days. */

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

const add = (now: number, name: string, amounts: Record<string, number>): Write =>
  update(keys.spent(dayOf(now), name), {
    set: { [ttlAttribute]: Math.floor(now / 1000) + 3 * 86_400 },
    add: amounts,
    once: true,
  })

const toGwei = (fee: bigint) => Number(fee) / 1e9

/** The write that adds the fee of a mined transaction, in wei. `now` in epoch milliseconds. */
export const addFee = (now: number, fee: bigint): Write => add(now, 'GAS', { used: toGwei(fee) })

type Paid = Pick<Payout, 'amount' | 'creatorId'>

/** Adds what one transaction paid to doers to its creators, and to each a share of its fee (wei) by the number of payouts. */
export async function addPaid(table: Table, now: number, paid: Paid[], fee: bigint): Promise<void> {
  const writes = [...Map.groupBy(paid, ({ creatorId }) => creatorId)].map(([creatorId, own]) => {
    const cents = own.reduce((sum, { amount }) => sum + amount, 0)
    return add(now, creatorId, { used: cents, gas: (toGwei(fee) * own.length) / paid.length })
  })
  for (let at = 0; at < writes.length; at += 100) await table.write(writes.slice(at, at + 100))
}

const read = (table: Table, now: number, prefix?: string) =>
  readList(table, { pk: keys.spent(dayOf(now), '').pk, ...(prefix && { prefix }), limit: 1000 })

/** The fees of today's transactions in native coins. */
export async function feesToday(table: Table, now: number): Promise<number> {
  const [gas] = await read(table, now, 'GAS')
  return Number(gas?.used ?? 0) / 1e9
}

/** What the tasks of these creators have used today: CENTS, and fees in native coins. Without those that have used nothing. */
export async function usedBy(table: Table, now: number, creatorIds: string[]) {
  const items = await table.getAll(creatorIds.map((id) => keys.spent(dayOf(now), id)))
  return new Map(
    items.map(({ gas, sk, used }) => [String(sk), { cents: Number(used), fees: Number(gas ?? 0) / 1e9 }]),
  )
}

/** The most CENTS that the tasks of one creator have paid today. Of more than 1,000 creators, only the first 1,000 by id are read. */
export async function largestCreator(table: Table, now: number): Promise<number> {
  const all = await read(table, now)
  return Math.max(0, ...all.filter(({ sk }) => sk !== 'GAS').map(({ used }) => Number(used)))
}

import { keys } from './keys.ts'
import { failedWrites, type Table, update } from './table.ts'

/** At most `limit` times in each window of `seconds`. */
export interface Throttle {
  name: string
  limit: number
  seconds: number
}

const windowOf = ({ seconds }: Throttle, now: number) => Math.floor(now / seconds)

/**
 * Counts an attempt on every throttle, or on none when one of them has reached its limit. Exact under concurrency.
 * @param now epoch seconds
 * @returns null when counted, else the seconds until the next attempt can succeed
 */
export async function count(table: Table, throttles: Throttle[], now: number): Promise<number | null> {
  const ends = (one: Throttle) => (windowOf(one, now) + 1) * one.seconds
  const countOn = (one: Throttle) =>
    update(keys.throttle(one.name, windowOf(one, now)), {
      set: { ttl: ends(one) },
      add: { used: 1 },
      condition: 'attribute_not_exists(used) OR used < :limit',
      values: { ':limit': one.limit },
    })
  const writes = Object.fromEntries(throttles.map((one) => [one.name, countOn(one)]))
  const failed = await failedWrites(table, writes)
  const full = throttles.filter(({ name }) => failed.includes(name))
  return full.length > 0 ? Math.max(1, ...full.map((one) => Math.ceil(ends(one) - now))) : null
}

/** Subtracts a counted attempt from every throttle. */
export async function uncount(table: Table, throttles: Throttle[], now: number): Promise<void> {
  await table.write(
    throttles.map((one) => update(keys.throttle(one.name, windowOf(one, now)), { add: { used: -1 } })),
  )
}

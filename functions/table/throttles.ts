import { keys } from './keys.ts'
import { ConditionFailed, type Table } from './table.ts'

/** At most `limit` times in each window of `seconds`. */
export interface Throttle {
  name: string
  limit: number
  seconds: number
}

const windowOf = ({ seconds }: Throttle, now: number) => Math.floor(now / seconds)

/**
 * Counts one more on every throttle, or on none when one of them is used up; exact under concurrency.
 * @param now epoch seconds
 * @returns null when counted, else the seconds after which it is worth trying again
 */
export async function take(table: Table, throttles: Throttle[], now: number): Promise<number | null> {
  const ends = (one: Throttle) => (windowOf(one, now) + 1) * one.seconds
  try {
    await table.write(
      throttles.map((one) => ({
        update: keys.throttle(one.name, windowOf(one, now)),
        set: 'SET #ttl = :ends ADD used :one',
        condition: 'attribute_not_exists(used) OR used < :limit',
        names: { '#ttl': 'ttl' },
        values: { ':one': 1, ':limit': one.limit, ':ends': ends(one) },
      })),
    )
    return null
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const full = error.failed.flatMap((at) => throttles[at] ?? [])
    return Math.max(1, ...full.map((one) => Math.ceil(ends(one) - now)))
  }
}

/** Takes one count back from each. */
export async function giveBack(table: Table, throttles: Throttle[], now: number): Promise<void> {
  await table.write(
    throttles.map((one) => ({
      update: keys.throttle(one.name, windowOf(one, now)),
      set: 'ADD used :less',
      values: { ':less': -1 },
    })),
  )
}

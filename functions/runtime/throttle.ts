import { AppError } from '../../domain/errors.ts'
import * as throttles from '../table/throttles.ts'
import type { Context } from './context.ts'

type Limit = Omit<throttles.Throttle, 'name'>

/** A throttle of the caller's network. */
export const perNetwork = (
  { config, sourceIp }: Context,
  name: string,
  { limit, seconds }: Limit,
): throttles.Throttle => ({
  name: `${name}#${sourceIp}`,
  limit: limit * config.NETWORK_LIMIT_FACTOR,
  seconds,
})

/** Counts an attempt on every throttle. @throws tooManyRequests when one of them has reached its limit */
export async function countAttempt({ now, table }: Context, limited: throttles.Throttle[]) {
  const wait = await throttles.count(table, limited, now() / 1000)
  if (wait === null) return
  throw new AppError(
    'tooManyRequests',
    `Too many attempts. Please try again in ${duration(wait)}.`,
    undefined,
    wait,
  )
}

function duration(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

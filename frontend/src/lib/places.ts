import type { Task } from '../../../domain/task.ts'
import { plural } from './format.ts'

export { placesText } from '../../../domain/places.ts'

const hour = 3_600_000

/** 'Reviewed within 7 days, or paid automatically'. */
export const reviewPromise = ({ reviewDays }: Pick<Task, 'reviewDays'>): string =>
  `Reviewed within ${plural(reviewDays, 'day')}, or paid automatically`

/** '8 days', '5 hours', 'less than 1 hour' until a deadline (ISO 8601); null after it. `now` in milliseconds. */
export function timeLeft(deadline: string, now: number): string | null {
  const hours = Math.floor((Date.parse(deadline) - now) / hour)
  if (hours < 0) return null
  if (hours < 1) return 'less than 1 hour'
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}

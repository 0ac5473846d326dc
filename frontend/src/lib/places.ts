import { placesLeft } from '../../../domain/places.ts'
import type { Task } from '../../../domain/task.ts'
import { plural } from './format.ts'

const hour = 3_600_000

/** '2 of 5 places left'; 'All places taken' while none is free. */
export function placesText(task: Pick<Task, 'taken' | 'maxCompletions'>): string {
  const left = placesLeft(task)
  return left > 0 ? `${left} of ${plural(task.maxCompletions, 'place')} left` : 'All places taken'
}

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

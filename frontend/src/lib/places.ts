import { placesLeft } from '../../../domain/places.ts'
import type { Task } from '../../../domain/task.ts'
import { plural } from './format.ts'

/** '2 of 5 places left'; 'All places taken' while none is free. */
export function placesText(task: Pick<Task, 'taken' | 'maxCompletions'>): string {
  const left = placesLeft(task)
  return left > 0 ? `${left} of ${plural(task.maxCompletions, 'place')} left` : 'All places taken'
}

/** 'Reviewed within 7 days, or paid automatically'. */
export const reviewPromise = ({ reviewDays }: Pick<Task, 'reviewDays'>): string =>
  `Reviewed within ${plural(reviewDays, 'day')}, or paid automatically`

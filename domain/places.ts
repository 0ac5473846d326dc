export interface Places {
  maxCompletions: number
  taken: number
}

// In a file without zod, because task cards use it.

/** The places of a task that a new submission can take. */
export const placesLeft = ({ maxCompletions, taken }: Places): number => Math.max(0, maxCompletions - taken)

/** '2 of 5 places left'; 'All places taken' while none is free. */
export function placesText(task: Places): string {
  const left = placesLeft(task)
  return left > 0
    ? `${left} of ${task.maxCompletions} ${task.maxCompletions === 1 ? 'place' : 'places'} left`
    : 'All places taken'
}

/** The places of a task that a new submission or an appeal can take. In a file without zod, because task cards use it. */
export const placesLeft = ({ maxCompletions, taken }: { maxCompletions: number; taken: number }): number =>
  Math.max(0, maxCompletions - taken)

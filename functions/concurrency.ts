/** Calls that go side by side: one after another they would hold up the next batch, and all at once the table or the node. */
export const concurrency = { writes: 25, reads: 100 }

/**
 * Does this for all of them, some side by side; only for as many as there is time for.
 * @returns what became of each that was done, in their order
 */
export async function mapWithConcurrency<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  goesOn?: () => Promise<boolean>,
  many = concurrency.writes,
): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += many) {
    if (goesOn && !(await goesOn())) break
    done.push(...(await Promise.all(all.slice(at, at + many).map(work))))
  }
  return done
}

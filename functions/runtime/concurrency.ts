/** Concurrency limits for writes to the table and for reads from the table or the node. */
export const concurrency = { writes: 25, reads: 100 }

/**
 * Calls `work` for each value, at most `many` at a time. Before each group of calls `goesOn` is asked; if it returns false,
 * the remaining values are left out.
 * @returns the results of the calls that were made, in the order of the values
 */
export async function mapWithConcurrency<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  goesOn?: () => Promise<boolean>,
  many = concurrency.writes,
): Promise<R[]> {
  const done: R[] = []
  for (let start = 0; start < all.length; start += many) {
    if (goesOn && !(await goesOn())) break
    done.push(...(await Promise.all(all.slice(start, start + many).map(work))))
  }
  return done
}

/** Table writes of a settler that go side by side: one after another they would hold up the next batch. */
const many = 25

/** Does this for all of them, some side by side. @returns what became of each, in their order */
export async function abreast<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += many) {
    done.push(...(await Promise.all(all.slice(at, at + many).map(work))))
  }
  return done
}

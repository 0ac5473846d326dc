/**
 * The first values of a list that together take at most `bytes` of an answer: counted as a function's answer carries
 * them, a JSON text within a JSON text, so that a proof of nothing but quotes cannot make a list too large to answer.
 */
export function truncateToBytes<T>(values: T[], bytes: number): T[] {
  let left = bytes
  const end = values.findIndex((value) => {
    left -= Buffer.byteLength(JSON.stringify(JSON.stringify(value)))
    return left < 0
  })
  return end < 0 ? values : values.slice(0, end)
}

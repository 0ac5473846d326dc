/**
 * The first values of a list that together take at most `bytes` in a function's response. The response contains the body
 * as a string of JSON within JSON, so quotes and backslashes are escaped twice, and are counted that way.
 */
export function truncateToBytes<T>(values: T[], bytes: number): T[] {
  let left = bytes
  const end = values.findIndex((value) => {
    left -= Buffer.byteLength(JSON.stringify(JSON.stringify(value)))
    return left < 0
  })
  return end < 0 ? values : values.slice(0, end)
}

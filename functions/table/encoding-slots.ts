import { keys } from './keys.ts'
import { type Table, update, writeIfAll } from './table.ts'

/** Encodings of one account that may run at once, in all processes together. */
const slots = 2

/** Milliseconds after which a slot is free although its process did not release it. A function runs at most 25 seconds. */
const leaseTime = 30_000

const keyOf = (userId: string, slot: number) => keys.throttle(`encoding#${userId}`, slot)

/**
 * Claims the slot of this account in which a file may be encoded. The same file always has the same slot, so it is never
 * encoded twice at once.
 * @param hash SHA-256 of the file, in hex
 * @param now epoch milliseconds
 * @returns how to release the slot, or null while another file or request holds it
 */
export async function claim(table: Table, userId: string, hash: string, now: number) {
  const key = keyOf(userId, Number.parseInt(hash.slice(0, 8), 16) % slots)
  const expiresAt = now + leaseTime
  const holder = crypto.randomUUID()
  const isClaimed = await writeIfAll(table, [
    update(key, {
      set: { expiresAt, holder, ttl: Math.ceil(expiresAt / 1000) },
      condition: 'attribute_not_exists(pk) OR expiresAt <= :now',
      values: { ':now': now },
      once: true,
    }),
  ])
  if (!isClaimed) return null
  return () =>
    writeIfAll(table, [
      update(key, { set: { expiresAt: 0 }, condition: 'holder = :holder', values: { ':holder': holder } }),
    ])
}

import { keys, ttlAttribute } from './keys.ts'
import { update, type Write } from './table.ts'

/**
 * The write that counts what an admin approves for the task of somebody else, in CENTS. It fails if the admin would approve more
 * than `limit` on this day (UTC).
 * @param at ISO 8601
 */
export const countApproval = (adminId: string, cents: number, limit: number, at: string): Write =>
  update(keys.ceiling(at.slice(0, 10), adminId), {
    set: { [ttlAttribute]: Math.floor(Date.parse(at) / 1000) + 3 * 86_400 },
    add: { cents },
    condition: 'attribute_not_exists(cents) OR cents <= :most',
    values: { ':most': limit - cents },
    once: true,
  })

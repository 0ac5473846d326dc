import { session as limits } from '../../domain/limits.ts'
import { keys } from './keys.ts'
import type { Table, Write } from './table.ts'
import { isSignedOut, type StoredUser } from './users.ts'

/**
 * Browsers that have signed in to an account, each known by the hash of the token in its device cookie.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */

/** The write that makes a device known for the account, or keeps it known. @param now epoch milliseconds */
export const remember = ({ id, signedOut }: StoredUser, tokenHash: string, now: number): Write => ({
  put: {
    ...keys.device(id, tokenHash),
    epoch: signedOut?.epoch,
    ttl: Math.floor(now / 1000) + limits.device,
  },
})

export async function isKnown(table: Table, user: StoredUser, tokenHash: string, now: number) {
  const item = await table.get(keys.device(user.id, tokenHash))
  const epoch = item?.epoch as string | undefined
  return Number(item?.ttl ?? 0) > now / 1000 && !isSignedOut(user, { id: tokenHash, epoch })
}

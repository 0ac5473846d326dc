import { username as limits } from '../../domain/limits.ts'
import { nameSkeleton } from '../../domain/username.ts'
import { type Key, keys } from './keys.ts'
import { failedWrites, type Table, update, type Write } from './table.ts'

/**
 * The guard item of a username names its user. After the user gave the name up, the guard has a `ttl`: until then only its
 * former user can take the name again.
 */

const seconds = (now: string) => Date.parse(now) / 1000

/** The write that claims a name for a user, if it is free. `now` in ISO 8601. */
export const claim = (name: string, userId: string, now: string): Write => ({
  put: { ...keys.username(name), userId },
  condition: 'attribute_not_exists(pk) OR (attribute_exists(#ttl) AND (#ttl <= :now OR userId = :user))',
  names: { '#ttl': 'ttl' },
  values: { ':now': seconds(now), ':user': userId },
})

/** The write that gives a name up and reserves it for its former user. `now` in ISO 8601. */
export const giveUp = (name: string, userId: string, now: string): Write => ({
  put: { ...keys.username(name), userId, ttl: Math.ceil(seconds(now)) + limits.quarantineDays * 86_400 },
})

/** The id of the user of this name, in any letter case. */
export async function userIdOf(table: Table, name: string): Promise<string | undefined> {
  const held = await table.get(keys.username(name))
  return held && held.ttl === undefined ? String(held.userId) : undefined
}

const look = (name: string): Key => keys.nameLook(nameSkeleton(name))

/** The write that keeps a name from look-alikes. It fails if the name looks like that of another user. */
export const claimLook = (name: string, userId: string): Write => ({
  put: { ...look(name), userId },
  condition: 'attribute_not_exists(pk) OR userId = :user',
  values: { ':user': userId },
})

/** The writes that free the look of a user's name. Users of version 0.1.0 may not have it. */
export async function freeLook(table: Table, name: string, userId: string): Promise<Write[]> {
  const held = await table.get(look(name))
  return held?.userId === userId
    ? [{ delete: look(name), condition: 'userId = :user', values: { ':user': userId } }]
    : []
}

interface Rights {
  adminChanges?: number | undefined
}

/** The condition that the user is an admin, or none, as when they were read. */
export const sameRights = ({ adminChanges }: Rights) =>
  adminChanges === undefined ? 'attribute_not_exists(adminChanges)' : 'adminChanges = :adminChanges'

/**
 * Changes the user's name. The former name stays reserved for this user for some time.
 * @param now ISO 8601
 * @returns 'taken' when another user has the name or had it recently, 'look-alike' when it looks like that of another user, 'changed'
 * when this user changed meanwhile, else 'done'
 */
export async function rename(
  table: Table,
  user: Rights & { id: string; username: string },
  username: string,
  now: string,
) {
  const { id, username: old } = user
  const isSameGuard = old.toLowerCase() === username.toLowerCase()
  const isSameLook = nameSkeleton(old) === nameSkeleton(username)
  const failed = await failedWrites(table, {
    user: update(keys.user(id), {
      set: { username, updatedAt: now },
      condition: ['username = :old AND attribute_not_exists(deletedAt)', sameRights(user)],
      values: { ':old': old, ...(user.adminChanges !== undefined && { ':adminChanges': user.adminChanges }) },
    }),
    look: claimLook(username, id),
    names: isSameGuard ? [] : [claim(username, id, now), giveUp(old, id, now)],
    oldLook: isSameLook ? [] : await freeLook(table, old, id),
  })
  if (failed.length === 0) return 'done'
  if (failed.includes('user')) return 'changed'
  return failed.includes('names') ? 'taken' : 'look-alike'
}

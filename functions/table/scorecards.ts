import { medianReview, reviewHours, type Scorecard } from '../../domain/scorecard.ts'
import { keys } from './keys.ts'
import { type Item, type Table, update, writeIfAll } from './table.ts'
import type { StoredUser } from './users.ts'

export const roles = ['POSTER', 'DOER'] as const
export type Role = (typeof roles)[number]

/** The counts of one person in one role, by the attribute that stores them. */
export type Counts = Record<string, number>

/** What an event adds to the counts of a person. */
export interface ScoreChange {
  userId: string
  role: Role
  add: Counts
}

/** The attribute that counts the reviews of a bucket of `reviewBucket`. */
export const bucketName = (bucket: number) => `reviews${bucket}`

const week = 7 * 86_400_000

/** The number of the week of a time (ISO 8601). Weeks begin on Mondays, 0:00 UTC; week 0 has 1 January 1970. */
export const weekOf = (time: string) => Math.floor((Date.parse(time) + 3 * 86_400_000) / week)

/** The attributes that count what was approved in a week. */
export const weekNames = (number: number) => ({ cents: `cents${number}`, tasks: `tasks${number}` })

/** Seconds for which an event is remembered. The stream repeats a record for at most 24 hours. */
const remembered = 7 * 86_400

const addTo = ({ userId, role, add }: ScoreChange) => update(keys.score(userId, role), { add })

/**
 * Counts an event once: a marker item of the same transaction remembers the event's id. `now` in milliseconds.
 * @returns false if the event was counted before
 */
export const countOnce = (
  table: Table,
  eventId: string,
  changes: ScoreChange[],
  now: number,
): Promise<boolean> =>
  writeIfAll(table, [
    {
      put: { ...keys.scored(changes[0]?.userId ?? '', eventId), ttl: Math.floor(now / 1000) + remembered },
      condition: 'attribute_not_exists(pk)',
    },
    ...changes.map(addTo),
  ])

/** Adds differences to the counts of one person, to correct them. */
export const correct = (table: Table, change: ScoreChange): Promise<void> => table.write([addTo(change)])

/** The counts of these people, by `userId role`. People without any are left out. */
export async function readAll(table: Table, userIds: string[]): Promise<Map<string, Counts>> {
  const items = await table.getAll(userIds.flatMap((id) => roles.map((role) => keys.score(id, role))))
  return new Map(items.map((item) => [`${String(item.pk).split('#')[1]} ${item.sk}`, countsOf(item)]))
}

const countsOf = ({ pk: _, sk: __, ...counts }: Item): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number(value)]))

/** The counts of a user's dashboard, and what was approved in each of the last `weeks` weeks, oldest first. */
export async function dashboardCounts(table: Table, userId: string, weeks: number, now: number) {
  const found = await readAll(table, [userId])
  const of = (role: Role) => (name: string) => Math.max(0, found.get(`${userId} ${role}`)?.[name] ?? 0)
  const [poster, doer] = [of('POSTER'), of('DOER')]
  const last = weekOf(new Date(now).toISOString())
  return {
    created: poster('createdTasks'),
    held: poster('held'),
    toReview: poster('toReview'),
    receivedApproved: poster('receivedApproved'),
    receivedRejected: poster('receivedRejected'),
    weeks: Array.from({ length: weeks }, (_, index) => {
      const number = last - weeks + 1 + index
      const { cents, tasks } = weekNames(number)
      const start = new Date(number * week - 3 * 86_400_000).toISOString()
      return { start, amount: doer(cents), tasks: doer(tasks) }
    }),
  }
}

export async function read(table: Table, user: Pick<StoredUser, 'id' | 'createdAt'>): Promise<Scorecard> {
  const found = await readAll(table, [user.id])
  const of = (role: Role) => (name: string) => found.get(`${user.id} ${role}`)?.[name] ?? 0
  const [poster, doer] = [of('POSTER'), of('DOER')]
  const reviews = Array.from({ length: reviewHours.length + 1 }, (_, bucket) => poster(bucketName(bucket)))
  return {
    poster: {
      tasks: poster('tasks'),
      approved: poster('approved'),
      rejected: poster('rejected'),
      automatic: poster('automatic'),
      appealsLost: poster('appealsLost'),
      medianReview: medianReview(reviews),
    },
    doer: { approved: doer('approved'), rejected: doer('rejected'), since: user.createdAt },
  }
}

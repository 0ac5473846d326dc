import { AppError } from '../../domain/errors.ts'
import { throttles, waitingList } from '../../domain/limits.ts'
import { isOpen } from '../../domain/task.ts'
import type { UserContext } from '../runtime/context.ts'
import { job } from '../runtime/job.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import { countAttempt } from '../runtime/throttle.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import * as waiting from '../table/waiting.ts'
import { problemOf, refusals } from './submissions.ts'

const ownRefusals = {
  ...refusals,
  free: new AppError('conflict', 'A place of this task is free. You can submit your proof.'),
  missed: new AppError(
    'conflict',
    `You did not use ${waitingList.missed} places of this task that were reserved for you, so you cannot wait for another.`,
  ),
}

/** Adds the caller to the waiting list of a task. @throws conflict, as for a proof, or if a place is free; tooManyRequests */
export async function join(
  context: UserContext,
  _input: unknown,
  { task }: SubjectOf<'POST /api/tasks/{id}/waiting'>,
) {
  const { now, table, user } = context
  await countAttempt(context, [{ name: `waiting#${user.id}`, ...throttles.waiting }])
  const { entry, problem } = await problemOf(context, task)
  if (entry?.gsi1sk) return {}
  if (problem !== 'no-place') throw ownRefusals[problem ?? 'free']
  const [refused] = await waiting.join(table, task.id, user, now())
  if (!refused || (refused === 'missed' && (await waiting.get(table, task.id, user.id))?.gsi1sk)) return {}
  throw ownRefusals[refused]
}

/** Ends the wait of the caller, or gives up the place that is offered. */
export async function leave(
  { table, user }: UserContext,
  _input: unknown,
  { task }: SubjectOf<'DELETE /api/tasks/{id}/waiting'>,
) {
  // If a place is offered at the same time, the offer ends at the second attempt.
  for (;;) {
    const entry = await waiting.get(table, task.id, user.id)
    if (!entry?.gsi1sk || (await waiting.end(table, entry))) return {}
  }
}

/** Entries that one run checks; the next run checks the others. */
const batchSize = 500

/**
 * Ends offers that were not used in time, and offers free places. The stream lets the first doer of a list be checked when a place
 * becomes free. If that event is lost, the regular check of each doer replaces it.
 */
export const offerPlaces = job(
  'waiting lists',
  ({ at, table }) => waiting.due(table, at, batchSize),
  async ({ at, now, table }, { taskId, userId }) => {
    const [entry, task] = await Promise.all([waiting.get(table, taskId, userId), tasks.get(table, taskId)])
    if (!task || !entry?.gsi1sk || entry.gsi1sk >= at) return false // the index was stale
    if (entry.offeredUntil) {
      const poster = await users.get(table, task.creatorId)
      return waiting.end(table, entry, isOpen(task, now()) && !poster?.suspended)
    }
    // What an admin has hidden or a reorganisation has unfunded may take proofs again.
    if (!isOpen({ ...task, hidden: undefined, fundingLost: undefined }, now()))
      return waiting.end(table, entry)
    await waiting.offerPlaces(table, task, now())
    return waiting.checkAt(table, entry, now() + waitingList.check)
  },
)

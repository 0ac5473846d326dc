import { AppError } from '../../domain/errors.ts'
import { refundOf } from '../../domain/refund.ts'
import { isUndecided } from '../../domain/submission.ts'
import { removePicture } from '../files/kept-files.ts'
import type { UserContext } from '../runtime/context.ts'
import { requireFresh } from '../runtime/fresh-session.ts'
import { partitions } from '../table/keys.ts'
import * as leaving from '../table/leaving.ts'
import * as submissions from '../table/submissions.ts'
import { deletePartition } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import * as security from './security-log.ts'

/** Tasks and submissions that are looked at, newest first. */
const lookedAt = 4000

/**
 * Deletes the caller's account. Tasks and submissions stay without a name, and what is owed is still paid. Suspended users
 * stay, because they could return with the same wallet and without the suspension.
 * @throws unauthenticated without a recent sign-in; forbidden, conflict
 */
export async function leave(context: UserContext) {
  const { now, table, user } = context
  requireFresh(context)
  if (user.suspended) throw new AppError('forbidden', 'A suspended account cannot be deleted')
  if (user.isAdmin)
    throw new AppError(
      'conflict',
      'Admins cannot delete their account. Ask an operator to revoke your rights first.',
    )
  const created = await tasks.createdBy(table, user.id, lookedAt)
  if (created.some((task) => !task.fundingLost && refundOf(task).status !== 'paid'))
    throw new AppError(
      'conflict',
      'Please close your tasks first. You can delete your account when the rest of their money is back in your wallet.',
    )
  const submitted = await submissions.submittedBy(table, user.id, lookedAt)
  const keepWallet = submitted.some((one) => isUndecided(one, now()))
  // Before the account: afterwards nobody could repeat a failed removal.
  if (user.profileImage) await removePicture(context, user.profileImage)
  if (!(await leaving.remove(table, user, keepWallet, new Date(now()).toISOString()))) {
    if ((await users.get(table, user.id))?.deleted) return {}
    throw new AppError('conflict', 'Your account has just changed. Please try again.')
  }
  await security.record(context, user, 'deleted')
  await Promise.all(
    [partitions.sessions, partitions.devices, partitions.securityEvents, partitions.inbox].map((of) =>
      deletePartition(table, of(user.id)),
    ),
  )
  return {}
}

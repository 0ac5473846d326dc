import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import type { Payout, ReleaseAnswer } from '../../domain/payout.ts'
import type { UserContext } from '../context.ts'
import type { SubjectOf } from '../http/subject.ts'
import { settleDue } from '../payouts/settle.ts'
import * as payouts from '../table/payouts.ts'

/** Milliseconds that one call waits for the chain; API Gateway gives up after 30 seconds. */
const patience = 20_000

/**
 * Brings an approved submission's payout to its end and returns it: paid or failed, or still due. Repeated calls answer the same payout; they never pay twice.
 * @throws notFound, forbidden, conflict when the submission is not approved
 */
export const release = (
  context: UserContext,
  _input: unknown,
  { submission }: SubjectOf<'POST /api/blockchain/release-reward'>,
) => bringToEnd(context, submission.id)

/**
 * Makes a failed payout due again and brings it to its end, as `release` does. One that is due or paid stays as it is.
 * @throws notFound
 */
export async function retry(
  context: UserContext,
  { submissionId }: Input<'POST /api/admin/payouts/{submissionId}/retry'>,
) {
  const { log, now, table, user } = context
  const payout = await payouts.get(table, submissionId)
  if (!payout) throw new AppError('notFound', 'There is no payout for this submission')
  if (await payouts.retry(table, payout, { by: user.id, at: new Date(now()).toISOString() }))
    log.info('payout retried', { submissionId })
  return bringToEnd(context, submissionId)
}

async function bringToEnd(context: UserContext, submissionId: string) {
  const { log, now, sleep, table } = context
  const until = now() + patience
  while (true) {
    const payout = await payouts.get(table, submissionId)
    if (!payout) throw new AppError('conflict', 'This submission is not approved, so no reward is due')
    if (payout.status !== 'due' || now() >= until) return answerOf(payout)
    const outcome = await settleDue(context, until).catch((error: unknown) => {
      // The payout is in the table and stays due: the schedule goes on with it.
      log.warn('settle interrupted', { error: error instanceof Error ? error : String(error) })
      return 'interrupted' as const
    })
    if (outcome === 'waiting' || outcome === 'interrupted') {
      return answerOf((await payouts.get(table, submissionId)) ?? payout)
    }
    // Another settler is at work, or the index does not show this payout yet.
    await sleep(20 + Math.random() * 100)
  }
}

function answerOf({ status, transactionHash, amount, recipient, reason }: Payout): ReleaseAnswer {
  return { status, transactionHash, amount, recipient, ...(reason && { reason }) }
}

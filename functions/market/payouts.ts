import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import type { ReleaseAnswer } from '../../domain/payout.ts'
import type { UserContext } from '../runtime/context.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import * as audit from '../table/audit.ts'
import * as payouts from '../table/payouts.ts'

/** Milliseconds after an approval, or a retry, for which a call waits for `settle` to pay, by reading the table. */
const patience = 1000

/**
 * Returns the payout of an approved submission: paid, failed or still due. It does not pay: the approval has already started
 * `settle`, which pays. Repeated calls return the same payout.
 * @throws conflict when the submission is not approved
 */
export const release = (
  context: UserContext,
  _input: unknown,
  { submission }: SubjectOf<'POST /api/blockchain/release-reward'>,
) => waitForPayment(context, submission.id)

/**
 * Makes a failed payout due again and returns it, as `release` does. A payout that is due or paid stays as it is.
 * @throws notFound
 */
export async function retry(
  context: UserContext,
  { submissionId }: Input<'POST /api/admin/payouts/{submissionId}/retry'>,
) {
  const { log, now, table } = context
  const payout = await payouts.get(table, submissionId)
  if (!payout) throw new AppError('notFound', 'There is no payout for this submission')
  const entry = audit.entry(context, {
    action: 'retry',
    subject: { kind: 'submission', id: submissionId },
    details: { failure: payout.reason },
  })
  if (await payouts.retry(table, payout, [entry])) log.info('payout retried', { submissionId })
  return waitForPayment(context, submissionId, now())
}

/** @param since when the payout became due (epoch milliseconds): its approval, or now. Later calls do not wait. */
async function waitForPayment(
  { now, sleep, table }: UserContext,
  submissionId: string,
  since?: number,
): Promise<ReleaseAnswer> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 800)) {
    const payout = await payouts.get(table, submissionId)
    if (!payout) throw new AppError('conflict', 'This submission is not approved, so no reward is due')
    const { amount, createdAt, reason, recipient, status, transactionHash } = payout
    if (status !== 'due' || now() >= (since ?? Date.parse(createdAt)) + patience)
      return { status, transactionHash, amount, recipient, ...(reason && { reason }) }
    await sleep(pause)
  }
}

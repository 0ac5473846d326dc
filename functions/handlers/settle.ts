import { randomUUID } from 'node:crypto'
import { applyMoves } from '../accounts/due-wallet-moves.ts'
import type { WakeEvent } from '../events/settle-function.ts'
import { approveOverdue, endAppealTimes, endLateAppeals } from '../market/automatic-verdicts.ts'
import { checkFunding } from '../market/funding.ts'
import { closeRefundable } from '../market/refunds.ts'
import { remindOfReviews } from '../market/review-reminders.ts'
import { closeExpired } from '../market/tasks.ts'
import { measure } from '../payouts/measure.ts'
import { type PayoutServices, payoutServices } from '../payouts/run.ts'
import { type Outcome, settle, settleDue } from '../payouts/settle.ts'

/** Milliseconds for which one run waits for the chain; the schedule starts one every minute. */
const patience = { schedule: 45_000, stream: 20_000 }

/** What the schedule does beside paying. Each returns how many it changed. */
const chores = {
  expired: closeExpired,
  refundable: closeRefundable,
  approved: approveOverdue,
  reminders: remindOfReviews,
  appealTimes: endAppealTimes,
  lateAppeals: endLateAppeals,
  lostFundings: checkFunding,
  walletMoves: applyMoves,
}
type Chore = keyof typeof chores

/**
 * The only function that signs and sends transactions. The table's stream starts it when a payout or refund becomes
 * due; it then pays. The schedule starts it every minute; it then pays, checks recent payments and fundings, gives
 * automatic verdicts, closes expired tasks and measures what is due. If paying fails, it still does the rest.
 */
export const handler = async (
  event?: Partial<WakeEvent>,
  invocation?: { awsRequestId: string },
): Promise<{ outcome: Outcome } & Partial<Record<Chore, number>>> => {
  const opened = payoutServices()
  const requestId = invocation?.awsRequestId ?? randomUUID()
  const open = { ...opened, log: opened.log.createChild({ persistentKeys: { requestId } }) }
  const done =
    event?.startedBy === 'stream'
      ? { outcome: await settleDue(open, open.now() + patience.stream) }
      : await scheduled(open)
  open.log.info('settled', done)
  return done
}

async function scheduled(open: PayoutServices) {
  const outcome = settle(open, open.now() + patience.schedule)
  const counts = Object.entries(chores).map(async ([name, chore]) => [name, await chore(open)] as const)
  await Promise.allSettled([outcome, ...counts])
  await measure(open)
  return { outcome: await outcome, ...Object.fromEntries(await Promise.all(counts)) }
}

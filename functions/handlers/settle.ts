import { randomUUID } from 'node:crypto'
import type { WakeEvent } from '../events/settle-function.ts'
import { payoutServices } from '../payouts/run.ts'
import { type Outcome, settle, settleDue } from '../payouts/settle.ts'

/** Milliseconds for which one run waits for the chain; the schedule starts one every minute. */
const patience = { schedule: 45_000, stream: 20_000 }

/**
 * The only function that signs and sends transactions. The table's stream starts it when a payout or refund becomes
 * due; it then pays. EventBridge starts it every minute; it then also checks recent payments.
 */
export const handler = async (
  event?: Partial<WakeEvent>,
  invocation?: { awsRequestId: string },
): Promise<{ outcome: Outcome }> => {
  const opened = payoutServices()
  const requestId = invocation?.awsRequestId ?? randomUUID()
  const open = { ...opened, log: opened.log.createChild({ persistentKeys: { requestId } }) }
  const isFromStream = event?.startedBy === 'stream'
  const outcome = isFromStream
    ? await settleDue(open, open.now() + patience.stream)
    : await settle(open, open.now() + patience.schedule)
  open.log.info('settled', { outcome })
  return { outcome }
}

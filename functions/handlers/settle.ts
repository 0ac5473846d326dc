import { randomUUID } from 'node:crypto'
import { services } from '../context.ts'
import { closeExpired } from '../market/tasks.ts'
import { measure } from '../payouts/measure.ts'
import { noteRefunded } from '../payouts/refundable.ts'
import { settle } from '../payouts/settle.ts'

/** Milliseconds for which one scheduled run waits for the chain; the schedule calls every minute. */
const patience = 45_000

/**
 * The scheduled entry: pays whatever an approval left due, closes the lists of expired tasks and notes what others closed
 * on the chain even if it cannot, and says what is left: most of all when the chain is out of reach.
 */
export const handler = async (
  _event?: unknown,
  invocation?: { awsRequestId: string },
): Promise<{ outcome: string; expired: number }> => {
  const { log, ...others } = services()
  const requestId = invocation?.awsRequestId ?? randomUUID()
  const open = { ...others, log: log.createChild({ persistentKeys: { requestId } }) }
  const [paying, closing, noting] = await Promise.allSettled([
    settle(open, open.now() + patience),
    closeExpired(open),
    noteRefunded(open),
  ])
  await measure(open)
  if (paying.status === 'rejected') throw paying.reason
  if (closing.status === 'rejected') throw closing.reason
  if (noting.status === 'rejected') throw noting.reason
  const done = { outcome: paying.value, expired: closing.value }
  open.log.info('settled', done)
  return done
}

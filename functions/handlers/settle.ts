import { services } from '../context.ts'
import { closeExpired } from '../market/expiry.ts'
import { settle } from '../market/settle.ts'

/** Milliseconds for which one scheduled run waits for the chain; the schedule calls every minute. */
const patience = 45_000

/** The scheduled entry: pays whatever an approval left due, and closes the lists of expired tasks even if it cannot. */
export const handler = async (): Promise<{ outcome: string; expired: number }> => {
  const open = services()
  const [paying, closing] = await Promise.allSettled([
    settle(open, open.now() + patience),
    closeExpired(open),
  ])
  if (paying.status === 'rejected') throw paying.reason
  if (closing.status === 'rejected') throw closing.reason
  return { outcome: paying.value, expired: closing.value }
}

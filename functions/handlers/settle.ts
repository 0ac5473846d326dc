import { services } from '../context.ts'
import { closeExpired } from '../market/expiry.ts'
import { settle } from '../market/settle.ts'

/** Milliseconds for which one scheduled run waits for the chain; the schedule calls every minute. */
const patience = 45_000

/** The scheduled entry: pays whatever an approval left due, then closes the lists of expired tasks. */
export const handler = async (): Promise<{ outcome: string; expired: number }> => {
  const open = services()
  const outcome = await settle(open, open.now() + patience)
  return { outcome, expired: await closeExpired(open) }
}

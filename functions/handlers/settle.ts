import { services } from '../context.ts'
import { settle } from '../market/settle.ts'

/** Milliseconds for which one scheduled run waits for the chain; the schedule calls every minute. */
const patience = 50_000

/** The scheduled entry: pays whatever an approval left due. */
export const handler = async (): Promise<{ outcome: string }> => {
  const open = services()
  return { outcome: await settle(open, open.now() + patience) }
}

import type { Services } from '../context.ts'

/** Says that payouts wait for something that only people can change, so that somebody is told; none of them is lost. */
export function alarm({ log, meter }: Services, reason: string) {
  log.error('payouts wait', { reason })
  meter.waiting(reason)
}

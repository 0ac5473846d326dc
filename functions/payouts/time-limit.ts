import type { Services } from '../context.ts'
import * as signer from '../table/signer.ts'

/** Whether there is time for one step more. */
export type InTime = () => Promise<boolean>

/**
 * Asked between steps that take long: keeps the lease, and says whether `until` (epoch milliseconds) is still to come.
 * @throws ConditionFailed when another settler has taken over
 */
export function inTime({ now, table }: Services, lease: signer.Lease, until: number): InTime {
  return async () => {
    if (now() >= until) return false
    await signer.keep(table, lease, now())
    return true
  }
}

import { reconcilePart } from '../payouts/reconcile.ts'
import { services } from '../runtime/context.ts'

/**
 * The schedule starts it every five minutes. It compares some tasks with the chain. A stage without contracts, which
 * `npm run launch` deploys after the stack, has nothing to compare.
 */
export const handler = async (): Promise<void> => {
  const open = services()
  if (!(await open.contracts())) return
  await reconcilePart(open, ({ differences, added, age }) => {
    for (const difference of differences) open.log.error('chain and table differ', { difference })
    open.meter.record({ ReconcileDifferences: added, ReconciliationAge: age })
  })
}

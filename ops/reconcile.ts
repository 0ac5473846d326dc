import { token } from '../domain/limits.ts'
import { reconcile } from '../functions/payouts/reconcile.ts'
import * as reconciliation from '../functions/table/reconciliation.ts'
import { runCommand, servicesFromEnvironment } from './command.ts'

async function run() {
  const services = servicesFromEnvironment()
  const found = await reconcile(services)
  const { differences, pending } = found
  const at = new Date(services.now()).toISOString()
  await reconciliation.save(services.table, { at, agrees: differences.length === 0 })
  const line = (label: string, cents: number, note = '') =>
    `${label.padEnd(26)}${cents.toLocaleString('en').padStart(14)} ${token.symbol}${note}`
  const lines = [
    line('held by the contract', found.held, `, of a balance of ${found.balance.toLocaleString('en')}`),
    line('  for the tasks', found.heldForTasks, `, ${found.tasks} tasks`),
    line('  funded, never saved', found.held - found.heldForTasks),
    line('owed to doers', found.due + found.failed),
    line('  due', found.due),
    line('  failed', found.failed),
    line('paid to doers', found.paid),
    line('returned to funders', found.returned),
    '',
    ...pending.map((text) => `PENDING     ${text}`),
    ...differences.map((text) => `DIFFERENCE  ${text}`),
  ]
  if (differences.length === 0) lines.push('Chain and table agree.')
  return { output: lines.join('\n'), ok: differences.length === 0 }
}

if (import.meta.main) await runCommand(run)

// npm run reconcile
import { token } from '../domain/limits.ts'
import { runCommand, servicesFromEnvironment } from './command.ts'
import { reconcile } from './reconcile.ts'

await runCommand(async () => {
  const found = await reconcile(servicesFromEnvironment())
  const { differences, onTheirWay } = found
  const line = (what: string, cents: number, more = '') =>
    `${what.padEnd(26)}${cents.toLocaleString('en').padStart(14)} ${token.symbol}${more}`
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
    ...onTheirWay.map((text) => `on its way  ${text}`),
    ...(differences.length > 0
      ? differences.map((text) => `DIFFERENCE  ${text}`)
      : ['Chain and table agree.']),
  ]
  return { said: lines.join('\n'), ok: differences.length === 0 }
})

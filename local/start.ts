import { parseArgs } from 'node:util'
import { brand } from '../domain/brand.ts'
import { compileContracts } from './deploy-contracts.ts'
import { seed, seedCounts } from './seed.ts'
import { startStack } from './stack.ts'
import { buildWebApp } from './web-app.ts'

/** `npm start`: starts the whole marketplace on one port. `--empty` leaves out the demo data, `--no-schedule` the minutely settle run. */

const { values } = parseArgs({
  options: { empty: { type: 'boolean', default: false }, schedule: { type: 'boolean', default: true } },
  allowNegative: true,
})
const started = Date.now()
const progress = (step: string) => console.log(`  ${seconds()}  ${step} …`)
const seconds = () => `${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`

function portFrom(value = '3000'): number {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(
      `PORT must be a number from 0 (any free port) to 65535, not "${value}". Try PORT=3001 npm start`,
    )
  }
  return port
}

/** Environment variables of the operator commands. */
const operatorVariables = [
  'TABLE_NAME',
  'RPC_URL',
  'ESCROW_ADDRESS',
  'KMS_KEY_ID',
  'DYNAMODB_ENDPOINT',
  'KMS_ENDPOINT',
]

/** A command that sets these variables in the shell, which is PowerShell on Windows. */
const setVariables = (names: string[]) =>
  process.platform === 'win32'
    ? names.map((name) => `$env:${name}='${process.env[name]}'`).join('; ')
    : `export ${names.map((name) => `${name}=${process.env[name]}`).join(' ')}`

function printInstructions(origin: string, contents: string) {
  console.log(`
${brand} is ready after ${seconds().trim()}: ${origin}
${contents}

Try this:
  1. Open ${origin}, choose "Connect wallet" and the demo wallet "Poppy the poster", and create a task.
  2. Log out, connect as "Dario the doer", open the task and submit proof.
  3. Log out, connect as Poppy again, open Dashboard and approve: Dario's wallet is paid from the escrow.

To run operator commands in another terminal:
  ${setVariables(operatorVariables)}
  npm run admin -- grant <wallet or username>    makes a user an admin
  npm run audit                                  prints what admins did
  npm run reconcile                              compares the chain with the table
  npm run signer -- status                       shows the signing key, its gas and its limit

All data is in memory: Ctrl-C stops everything and deletes it.
`)
}

try {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Error(
      `This needs Node 24, not ${process.versions.node}. Start it with "npm start", which uses its own Node.`,
    )
  }
  const port = portFrom(process.env.PORT)
  await compileContracts(progress)
  const site = buildWebApp(progress)
  site.catch(() => {}) // startStack awaits it last, and throws its error then
  const stack = await startStack({ port, site, progress, schedule: values.schedule })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stack.close().finally(() => process.exit(0))
      setTimeout(() => process.exit(0), 3000).unref()
    })
  }
  if (values.empty) printInstructions(stack.origin, 'It has no data yet.')
  else {
    const { users, tasks, submissions } = seedCounts
    progress(`Creating ${users} demo users, ${tasks} demo tasks and ${submissions} demo submissions`)
    await seed(stack)
    printInstructions(stack.origin, `It has ${users} users, ${tasks} tasks and ${submissions} submissions.`)
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

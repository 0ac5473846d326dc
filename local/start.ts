import { parseArgs } from 'node:util'
import { brand } from '../domain/brand.ts'
import { buildWebApp } from './build-web-app.ts'
import { compileContracts } from './deploy-contracts.ts'
import { seed } from './seed.ts'
import { startStack } from './stack.ts'

/** `npm start`: the whole marketplace on one port. `--empty` leaves out the seed. */

const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } })
const started = Date.now()
const progress = (step: string) => console.log(`  ${seconds()}  ${step} …`)
const seconds = () => `${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`

function portFrom(value = '3000'): number {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`PORT must be a number from 1 to 65535, not "${value}". Try PORT=3001 npm start`)
  }
  return port
}

/** What the commands of operators need. */
const operators = [
  'TABLE_NAME',
  'RPC_URL',
  'ESCROW_ADDRESS',
  'KMS_KEY_ID',
  'DYNAMODB_ENDPOINT',
  'KMS_ENDPOINT',
]

function welcome(origin: string, what: string) {
  console.log(`
${brand} is ready after ${seconds().trim()}: ${origin}
${what}

Try this:
  1. Open ${origin}, choose "Connect wallet" and the demo wallet "Poppy the poster", and create a task.
  2. Log out, connect as "Dario the doer", open the task and submit proof.
  3. Log out, connect as Poppy again, open Dashboard and approve: Dario's wallet is paid from the escrow.

To operate it from another terminal:
  export ${operators.map((name) => `${name}=${process.env[name]}`).join(' ')}
  npm run admin -- grant <wallet or username>    makes somebody else an admin
  npm run reconcile                              holds the chain against the table
  npm run signer -- status                       the key that pays, and its means

Everything is in memory: Ctrl-C ends it, the next start is a fresh world.
`)
}

try {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Error(
      `This runs on Node 24, not ${process.versions.node}. Start it with "npm start", which brings its own.`,
    )
  }
  const port = portFrom(process.env.PORT)
  const [site] = await Promise.all([buildWebApp(progress), compileContracts()])
  const stack = await startStack({ port, site, progress, schedule: true })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stack.close().finally(() => process.exit(0))
      setTimeout(() => process.exit(0), 3000).unref()
    })
  }
  if (values.empty) welcome(stack.origin, 'It is empty.')
  else {
    progress('Letting a dozen people move in')
    const made = await seed(stack)
    welcome(
      stack.origin,
      `${made.people} people, ${made.tasks} tasks and ${made.submissions} submissions live there.`,
    )
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

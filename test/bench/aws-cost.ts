import { api, type RouteKey } from '../../domain/api.ts'
import { completions, lists } from '../../domain/limits.ts'
import { handler as schedule } from '../../functions/handlers/schedule.ts'
import { handler as settle } from '../../functions/handlers/settle.ts'
import { services } from '../../functions/runtime/context.ts'
import { sizes } from '../../infra/function-settings.ts'
import { account, firstSeedAccount } from '../../local/accounts.ts'
import { compileContracts } from '../../local/deploy-contracts.ts'
import { startDynamoDb } from '../../local/engines/dynamodb.ts'
import { externalEndpoint } from '../../local/engines/external.ts'
import { startStack } from '../../local/stack.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { pngOf } from '../support/image-files.ts'
import { monitoringCost } from '../support/monitoring.ts'
import { observeNeeds } from '../support/observe-needs.ts'
import { templateOf } from '../support/synthesized-stack.ts'
import { form } from '../support/task-form.ts'
import { prices } from './aws-prices.ts'
import { meteredDynamoDb } from './metered-dynamodb.ts'

/**
 * `npm run bench:cost` runs complete task lifecycles (five completions with picture proofs) on the embedded engines, counts the
 * usage of each AWS service, and computes the AWS price of 1,000 lifecycles (test/bench/aws-prices.ts).
 */

const lifecycles = 5
/** Milliseconds that `settle` waits for a receipt, and that a release waits for `settle`, on a chain with slow blocks. */
const waits = { settle: 250, release: 1000 }
/** Assumed milliseconds of one call to the chain's node on AWS. */
const nodeCall = 40
/** Assumed GB-seconds of the events function for one payout: four batches of the stream, 50 ms each, at 256 MB. */
const eventsRuns = 4 * 0.05 * 0.25
/** Assumed additional milliseconds of a DynamoDB call on AWS compared with loopback, as in docs/scale.md. */
const tableCall = 8
/** Approximate log bytes that Lambda (START, END, REPORT) and API Gateway (access log) write for each call. */
const platformLines = 700

const usages = [
  ...(['calls', 'reads', 'writes', 'tableCalls', 'puts', 'gets'] as const),
  ...(['signatures', 'nodeCalls', 'gigabyteSeconds', 'logged'] as const),
]
type Usage = Record<(typeof usages)[number], number>
type Stage = { name: string } & Usage
const unused = Object.fromEntries(usages.map((usage) => [usage, 0])) as Usage

const external = await externalEndpoint('DYNAMODB_ENDPOINT')
const dynamodb = external ? { endpoint: external, close: async () => {} } : await startDynamoDb()
const meter = await meteredDynamoDb(dynamodb.endpoint)
Object.assign(process.env, {
  DYNAMODB_ENDPOINT: meter.endpoint,
  POWERTOOLS_LOG_LEVEL: 'INFO',
  POWERTOOLS_METRICS_DISABLED: 'false',
})
await compileContracts()
const stack = await startStack({ site: null, stream: false })

/** Write units of each index, over all lifecycles. */
const indexes: Record<string, number> = {}
const stages = new Map<string, Stage>()
let now: Stage
let logged = 0
const print = console.log.bind(console)
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((text: string, ...rest: never[]) => {
  if (!String(text).startsWith('{')) return write(text, ...rest)
  logged += Buffer.byteLength(text)
  const line = JSON.parse(text)
  if (line.message === 'request') countCall(line)
  return true
}) as typeof process.stdout.write

observeNeeds(services(), (need) => {
  if (need === 'sign') now.signatures++
  if (need === 'chain') now.nodeCalls++
  if (need === 'write kept') now.puts++
  if (/^read /.test(need)) now.gets++
})
/** Counts the call of a request's log line. */
function countCall({ route, milliseconds }: { route: RouteKey; milliseconds: number }) {
  const { memory } = sizes[api[route].group]
  const waited = route === 'POST /api/blockchain/release-reward' ? waits.release : 0
  now.calls++
  now.gigabyteSeconds += gigabyteSeconds(memory, milliseconds, waited)
}

/** GB-seconds of a call: its measured milliseconds scaled to the function's share of a processor, and what it waits. */
const gigabyteSeconds = (memory: number, milliseconds: number, waited: number) =>
  ((memory / 1024) * (milliseconds * Math.max(1, 1769 / memory) + waited)) / 1000

/** The run of `settle` that an approval starts. */
async function settleOnce() {
  const nodeCalls = now.nodeCalls
  const started = performance.now()
  await settle({ startedBy: 'stream' })
  const waited = waits.settle + (now.nodeCalls - nodeCalls) * nodeCall
  now.gigabyteSeconds +=
    gigabyteSeconds(sizes.settle.memory, performance.now() - started, waited) + eventsRuns
}

/** Runs `work` and adds its usage to the stage of this name. */
async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  now = stages.get(name) ?? { name, ...unused }
  stages.set(name, now)
  meter.take()
  logged = 0
  const before = now.calls
  const done = await work()
  const { calls, capacity, written, into } = meter.take()
  for (const [index, units] of Object.entries(into))
    if (before !== now.calls) indexes[index] = (indexes[index] ?? 0) + units
  now.reads += capacity
  now.writes += written
  now.tableCalls += calls
  now.gigabyteSeconds += (calls * tableCall * 0.5) / 1000
  now.logged += logged + (now.calls - before) * platformLines
  return done
}

async function runLifecycle(number: number) {
  const poster = new ApiUser(stack, account(firstSeedAccount + number))
  const task = await stage('posting a task', async () => {
    await poster.signIn()
    await poster.call('GET /api/user', {})
    return poster.post({ ...form, submissionType: 'file', maxCompletions: completions.default })
  })
  for (let turn = 0; turn < completions.default; turn++) {
    const doer = new ApiUser(stack, account(1000 + number * completions.default + turn))
    const { id, userId } = await stage('submitting proof, five times', async () => {
      await doer.signIn()
      await doer.call('GET /api/user', {})
      await doer.call('GET /api/tasks', { limit: lists.tasksFirst })
      await doer.call('GET /api/tasks/{id}', { id: task.id })
      await doer.call('GET /api/tasks/{id}/user-submission', { id: task.id })
      const picture = new Uint8Array(pngOf(300))
      const asked = { contentType: 'image/png', size: picture.length }
      const answer = await doer.request('POST /api/submissions/upload', asked)
      const { uploadUrl, fileUrl } = (await answer.json()) as { uploadUrl: string; fileUrl: string }
      await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: picture })
      now.puts++
      const made = await doer.call('POST /api/submissions', { taskId: task.id, proofFileUrl: fileUrl })
      await doer.call('GET /api/dashboard', {})
      return made
    })
    await stage('approving and paying, five times', async () => {
      await poster.call('GET /api/dashboard', {})
      const { proofFileUrl } = await poster.call('GET /api/submissions/{id}', { id })
      await poster.request('GET /api/files/{key+}', { key: (proofFileUrl ?? '').replace('/api/files/', '') })
      await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
      await settleOnce()
      await poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: userId })
    })
  }
}

function dollars(one: Stage): number {
  return (
    one.reads * prices.read +
    one.writes * prices.write +
    one.calls * (prices.lambdaCall + prices.apiCall + prices.edgeCall) +
    one.gigabyteSeconds * prices.gigabyteSecond +
    one.puts * prices.put +
    one.gets * prices.get +
    one.signatures * prices.signature +
    (one.logged / 1e9) * prices.logGigabyte
  )
}

try {
  for (let number = 0; number < lifecycles; number++) await runLifecycle(number)
  await stage('one settle run, nothing due', async () => void (await settle()))
  await stage('one schedule run, nothing due', async () => void (await schedule()))
  const cells = (values: (string | number)[]) => values.map((value) => String(value).padStart(9)).join('')
  const heads = ['calls', 'WRU', 'RRU', 'S3 put', 'S3 get', 'KMS', 'GB-s', 'log KB', '$/1,000']
  print(
    `Average of ${lifecycles} task lifecycles. GB-s include what \`settle\` and a release wait on a chain with slow blocks.\n`,
  )
  print(''.padEnd(36) + cells(heads))
  const perLifecycle = (one: Stage): Stage => {
    const shares = usages.map((usage) => [usage, one[usage] / lifecycles])
    return { name: one.name, ...(Object.fromEntries(shares) as Usage) }
  }
  const show = (one: Stage) =>
    print(
      one.name.padEnd(36) +
        cells([
          one.calls.toFixed(0),
          one.writes.toFixed(0),
          one.reads.toFixed(1),
          one.puts.toFixed(0),
          one.gets.toFixed(0),
          one.signatures.toFixed(0),
          one.gigabyteSeconds.toFixed(2),
          (one.logged / 1000).toFixed(1),
          (dollars(one) * 1000).toFixed(3),
        ]),
    )
  const all = [...stages.values()]
  const run = all.pop() as Stage
  const parts = all.map(perLifecycle)
  for (const one of parts) show(one)
  const total: Stage = { name: 'the whole lifecycle', ...unused }
  for (const one of parts) for (const usage of usages) total[usage] += one[usage]
  show(total)
  const share = (what: string, each: number) =>
    print(`  ${what.padEnd(34)}$${(each * 1000).toFixed(3)} for 1,000`)
  print('')
  share('table', total.writes * prices.write + total.reads * prices.read)
  share('Lambda', total.calls * prices.lambdaCall + total.gigabyteSeconds * prices.gigabyteSecond)
  share('API Gateway', total.calls * prices.apiCall)
  share('CloudFront, requests', total.calls * prices.edgeCall)
  share('S3, requests', total.puts * prices.put + total.gets * prices.get)
  share('KMS', total.signatures * prices.signature)
  share('logs', (total.logged / 1e9) * prices.logGigabyte)
  print('')
  show(run)
  const each = Object.entries(indexes).map(([name, units]) => `${name} ${(units / lifecycles).toFixed(0)}`)
  print(`\nWRU into each index: ${each.join(', ')}\n\nEach month, also when idle, in prod:`)
  for (const [what, cost] of Object.entries(monitoringCost(templateOf('prod'))))
    print(`  ${what.padEnd(34)}$${cost.toFixed(2)}`)
} finally {
  await stack.close()
  await meter.close()
  await dynamodb.close()
}

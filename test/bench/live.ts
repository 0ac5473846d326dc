import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ulid } from 'ulid'
import { WebSocket } from 'ws'
import { services } from '../../functions/runtime/context.ts'
import { newToken, sha256 } from '../../functions/runtime/crypto.ts'
import * as sessions from '../../functions/table/sessions.ts'
import * as submissions from '../../functions/table/submissions.ts'
import * as tasks from '../../functions/table/tasks.ts'
import * as users from '../../functions/table/users.ts'
import { account } from '../../local/accounts.ts'
import { compileContracts } from '../../local/deploy-contracts.ts'
import { startStack } from '../../local/stack.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { form } from '../support/task-form.ts'
import { pendingProof } from './pending-proof.ts'

/**
 * `npm run bench:live` connects the pages of 1,000 doers, rejects 300 proofs, 20 a second or as many as `--rate` says, and
 * measures the time from the verdict's answer to the message at the doer's page. Then it ends all connections, as a gateway that is killed does,
 * and counts the pages that connect again. It exits with 1 if a message is missing, comes twice or reaches another page.
 */

const { values } = parseArgs({ options: { rate: { type: 'string', default: '20' } } })
const [pages, perSecond, verdicts] = [1000, Number(values.rate), 300]

interface Doer {
  id: string
  cookie: string
  submissionId: string
  /** When each message about the doer's own submissions arrived, by the monotonic clock. */
  heard: number[]
  connect: () => Promise<void>
}

await compileContracts()
const stack = await startStack({ site: null })
const { table } = services()
const poster = new ApiUser(stack, account(0))
await poster.signIn()

/** A doer with a session and, if there is a task, a pending proof. */
async function newDoer(task: tasks.StoredTask | undefined): Promise<Doer> {
  const [id, token, at] = [ulid(), newToken(), new Date().toISOString()]
  const doer = users.newAccount(Date.now(), { id, username: `doer_${id.slice(-10)}` })
  await users.create(table, doer)
  const session = { id: sha256(token), createdAt: at, device: 'bench', network: '127.0.0.0/24' }
  await table.write([sessions.start(doer, session)])
  const submissionId = ulid()
  if (task) await submissions.create(table, { ...pendingProof(task, id), id: submissionId }, task)
  const heard: number[] = []
  const connect = () =>
    new Promise<void>((resolve, reject) => {
      const url = `${stack.origin.replace('http', 'ws')}/live`
      const socket = new WebSocket(url, { headers: { cookie, origin: stack.origin } })
      socket.on('open', () => resolve())
      socket.on('error', reject)
      socket.on('message', (data) => {
        if ((JSON.parse(String(data)) as { changed: string[] }).changed.includes('submissions'))
          heard.push(performance.now())
      })
    })
  const cookie = `session=${id}.${token}`
  return { id, cookie, submissionId, heard, connect }
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)
const part = (sorted: number[], share: number) =>
  Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)

try {
  const doers: Doer[] = []
  let task: tasks.StoredTask | undefined
  for (let index = 0; index < pages; index++) {
    if (index < verdicts && index % 100 === 0) {
      const { id } = await poster.post({ ...form, reward: 1, maxCompletions: 100, title: `Part ${index}` })
      task = await tasks.get(table, id)
    }
    doers.push(await newDoer(index < verdicts ? task : undefined))
  }
  // Until the stream has delivered what was created.
  await wait(10_000)
  const before = megabytes()
  for (const { connect } of doers) await connect()
  for (const { heard } of doers) heard.splice(0)
  console.log(`${pages} pages connected, ${before} MB before and ${megabytes()} MB after`)

  const times: number[] = []
  const judge = async ({ submissionId: id, heard }: Doer) => {
    const feedback = randomBytes(8).toString('hex')
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback })
    const answered = performance.now()
    while (heard.length === 0 && performance.now() - answered < 60_000) await wait(5)
    times.push((heard[0] ?? Number.POSITIVE_INFINITY) - answered)
  }
  const started = performance.now()
  const judged: Promise<void>[] = []
  for (const doer of doers.slice(0, verdicts)) {
    judged.push(judge(doer))
    await wait(Math.max(0, started + (1000 * judged.length) / perSecond - performance.now()))
  }
  await Promise.all(judged)
  await wait(2000)
  const took = Math.round((performance.now() - started) / 1000)
  const once = doers.slice(0, verdicts).filter(({ heard }) => heard.length === 1).length
  const others = doers.slice(verdicts).filter(({ heard }) => heard.length > 0).length
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `${verdicts} verdicts in ${took} s: ${once} messages arrived once, ${others} reached another page; milliseconds: median ${part(sorted, 0.5)}, p99 ${part(sorted, 0.99)}, longest ${part(sorted, 1)}; ${megabytes()} MB`,
  )

  stack.dropConnections()
  const again = performance.now()
  const back = await Promise.allSettled(doers.map(({ connect }) => connect()))
  const connected = back.filter(({ status }) => status === 'fulfilled').length
  console.log(`${connected} pages connected again in ${Math.round(performance.now() - again)} ms`)
  process.exitCode = once === verdicts && others === 0 && connected === pages ? 0 : 1
} finally {
  await stack.close()
}
process.exit()

import { makeError } from 'ethers'
import type { RouteKey } from '../../domain/api.ts'
import type { ErrorBody } from '../../domain/errors.ts'
import { handler as settle } from '../../functions/handlers/settle.ts'
import { errorAnswer } from '../../functions/http/error-answer.ts'
import { serve } from '../../functions/http/serve.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import { openServices } from '../../functions/runtime/context.ts'
import { keys } from '../../functions/table/keys.ts'
import { TableBusy, update } from '../../functions/table/table.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { captureOutputLines } from '../support/capture-output.ts'
import { png } from '../support/image-files.ts'

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'INFO'
})
const { createDuePayouts, own, connection } = await import('../support/isolated-fixture.ts')
const { newVisitor, postedTask, newUser } = (await import('../support/fixture.ts')).openFixture(connection)

interface Line {
  level: string
  message: string
  requestId: string
  userId?: string
  route?: string
  status?: number
  milliseconds?: number
  error?: { name: string; code?: string; message: string; stack: string[] }
}

let written: string[]
beforeEach(() => {
  written = captureOutputLines()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const linesOf = (requestId: string | null | undefined): Line[] =>
  written.map((line) => JSON.parse(line) as Line).filter((line) => line.requestId === requestId)

/** The request id of an answer. */
const idOf = (answer: Response) => answer.headers.get('x-request-id')

/** The body of an error answer; its request id must equal the x-request-id header. */
async function refused(answer: Response): Promise<{ status: number; id: string; body: ErrorBody }> {
  const body = (await answer.json()) as ErrorBody
  expect(body.requestId).toBe(idOf(answer))
  return { status: answer.status, id: body.requestId, body }
}

test('From registration to payout, each request logs one request line, and no line contains secrets, user texts or wallets', async () => {
  const ids: string[] = []
  const secrets: string[] = []
  const send = async (person: ApiUser, route: RouteKey, sent = {}, headers = {}) => {
    const answer = await person.request(route, sent, headers)
    ids.push(idOf(answer) ?? '')
    secrets.push(...(person.cookie.match(/[\w-]{43}/g) ?? []))
    return answer
  }

  const password = 'a password of hers'
  const email = 'somebody@example.com'
  const username = 'a_name_to_keep'
  secrets.push(password, email, username)
  const keeper = newVisitor()
  await send(keeper, 'POST /api/register', { username, password, email })
  expect((await send(newVisitor(), 'POST /api/login', { username, password: `${password}!` })).status).toBe(
    401,
  )
  expect((await send(newVisitor(), 'POST /api/login', { username, password })).status).toBe(200)

  const { poster, task } = await postedTask({ submissionType: 'mixed', reward: 10 })
  const doer = newVisitor()
  const { address } = doer.wallet
  const challenge = await send(doer, 'GET /api/auth/challenge', { address })
  const { message } = (await challenge.json()) as { message: string }
  const signature = await doer.wallet.signMessage(message)
  secrets.push(message, /Nonce: (\w+)/.exec(message)?.[1] ?? '', signature)
  secrets.push(address, address.toLowerCase(), poster.wallet.address)
  const signedIn = await send(doer, 'POST /api/auth/web3', { walletAddress: address, signature, message })
  const { id: doerId } = (await signedIn.json()) as { id: string }
  expect(
    (await send(doer, 'POST /api/auth/web3', { walletAddress: address, signature, message })).status,
  ).toBe(401)

  const declared = await send(doer, 'POST /api/submissions/upload', {
    contentType: 'image/png',
    size: png.length,
  })
  const upload = (await declared.json()) as {
    uploadUrl: string
    headers: Record<string, string>
    fileUrl: string
  }
  await fetch(upload.uploadUrl, { method: 'PUT', headers: upload.headers, body: new Uint8Array(png) })
  secrets.push(new URL(upload.uploadUrl).searchParams.get('X-Amz-Signature') ?? '', upload.fileUrl)
  const key = upload.fileUrl.replace('/api/files/', '')
  secrets.push(key)
  await send(doer, 'GET /api/check-file', { path: upload.fileUrl })

  const proofText = 'A tram, a blackbird and no bakery.'
  const reviewNotes = 'What a street that must be.'
  secrets.push(proofText, reviewNotes)
  const submitted = await send(doer, 'POST /api/submissions', {
    taskId: task.id,
    proofText,
    proofFileUrl: upload.fileUrl,
  })
  const { id } = (await submitted.json()) as { id: string }
  expect((await send(doer, 'POST /api/submissions', { taskId: task.id, proofText })).status).toBe(409)
  expect((await send(keeper, 'PATCH /api/submissions/{id}', { id, status: 'approved' })).status).toBe(403)
  const reviewed = await send(poster, 'PATCH /api/submissions/{id}', {
    id,
    status: 'approved',
    feedback: reviewNotes,
  })
  expect(reviewed.status).toBe(200)
  await settle()
  const release = await send(poster, 'POST /api/blockchain/release-reward', {
    taskId: task.id,
    recipientId: doerId,
  })
  expect(await release.json()).toMatchObject({ status: 'paid' })

  await send(doer, 'POST /api/user/update-profile', { bio: proofText, email: 'not an address' })
  await send(doer, 'POST /api/user/update-profile', { bio: proofText }, { 'content-type': 'text/plain' })
  await send(doer, 'GET /api/tasks', { q: proofText, limit: '0' })
  await send(doer, 'POST /api/logout', {}, { origin: 'https://elsewhere.example' })

  for (const requestId of ids) {
    const requests = linesOf(requestId).filter((line) => line.message === 'request')
    expect(requests).toEqual([expect.objectContaining({ level: 'INFO', status: expect.any(Number) })])
  }
  expect(linesOf(idOf(release))).toEqual([expect.objectContaining({ message: 'request', userId: poster.id })])
  expect(written.join()).toContain('payouts paid')
  const all = written.join('\n')
  for (const secret of new Set(secrets.filter(Boolean))) expect(all, secret).not.toContain(secret)
  for (const line of written) expect((JSON.parse(line) as Line).requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('An unexpected error answers 500 without details and logs its stack', async () => {
  const person = await newUser()
  await own.table.write([update(keys.user(person.id), { set: { isAdmin: 'a secret in the item' } })])
  const { status, id, body } = await refused(await person.request('GET /api/user'))
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Something went wrong on our side. Please try again.', requestId: id })
  const [failure, request] = linesOf(id)
  expect(failure).toMatchObject({ level: 'ERROR', message: 'request failed' })
  expect(failure?.error?.stack.join('\n')).toMatch(/table\/table\.ts:\d+/)
  expect(request).toMatchObject({ message: 'request', route: 'GET /api/user', status: 500 })
  expect(written.join()).not.toContain('a secret in the item')
})

test('A TableBusy error logs its cause and answers with a Retry-After header', async () => {
  const busy = new TableBusy('ThrottlingException', { cause: new Error('of the service') })
  const { headers } = errorAnswer(busy, 'a-request', openServices(readConfig(connection.env)).log)
  expect(headers).toMatchObject({ 'retry-after': '2' })
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'WARN',
    message: 'table busy',
    error: { name: 'TableBusy', message: 'ThrottlingException', cause: 'Error' },
  })
})

test('A function without its environment variables fails with a message that names them', async () => {
  const open = () => openServices(readConfig({}))
  const handler = serve('users', {} as never, open)
  await expect(handler({ requestContext: {} } as never)).rejects.toThrow(/^Set these environment variables/)
})

test('An error that is its own cause is logged without endless recursion', () => {
  const error = new Error('round')
  error.cause = error
  openServices(readConfig(connection.env)).log.error('request failed', error)
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ error: { message: 'round', cause: 'Error' } })
})

test('Concurrent requests log their own user id and route', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, newUser))
  const answers = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 5 }, async () => [person.id, await person.request('GET /api/dashboard')] as const),
    ),
  )
  for (const [userId, answer] of answers) {
    expect(linesOf(idOf(answer))).toEqual([
      expect.objectContaining({ userId, route: 'GET /api/dashboard', status: 200 }),
    ])
  }
})

test('An x-request-id header sent by the caller is ignored and not logged', async () => {
  const answer = await newVisitor().request('GET /api/health', {}, { 'x-request-id': 'forged\\n{}' })
  expect(idOf(answer)).toMatch(/^[0-9a-f-]{36}$/)
  expect(written.join()).not.toContain('forged')
})

test('Every log line of a settle run has the AWS request id of that run', async () => {
  await createDuePayouts(2)
  written.length = 0
  await settle({}, { awsRequestId: 'a-run' })
  const messages = linesOf('a-run').map((line) => line.message)
  expect(messages).toEqual(['transaction signed', 'payouts paid', 'settled'])
  expect(written).toHaveLength(3)
})

test('The URL of the RPC node, which may contain an API key, is removed from log lines', async () => {
  const rpcUrl = 'http://127.0.0.1:9/v3/a-key-of-ours'
  const { chain, log } = openServices(readConfig({ ...connection.env, RPC_URL: rpcUrl }))
  const failure = await chain.contractOperator().catch((error: Error) => error)
  expect(failure).toBeInstanceOf(Error)
  log.error('request failed', failure as Error)
  log.warn('settle interrupted', { error: `${rpcUrl}: ${String(failure)}` })
  expect(written).toHaveLength(2)
  expect(written.join()).not.toContain('a-key-of-ours')
})

test('A chain error is logged without the transaction data in its message', async () => {
  const { address } = newVisitor().wallet
  const error = makeError('the node is not well', 'SERVER_ERROR', {
    request: connection.rpcUrl,
    transaction: { to: address, data: address },
  } as never)
  expect(error.message).toContain(address)
  openServices(readConfig(connection.env)).log.error('request failed', new Error('signing', { cause: error }))
  openServices(readConfig(connection.env)).log.warn('settle interrupted', { error })
  const [, warned] = written.map((line) => JSON.parse(line) as Line)
  expect(warned?.error).toMatchObject({ code: 'SERVER_ERROR', message: 'the node is not well' })
  expect(written.join()).not.toContain(address)
})

test('A 404 for an unknown route and a 413 for an oversized body have a request id', async () => {
  const unknown = await refused(await fetch(`${connection.origin}/api/nothing`))
  expect(unknown).toMatchObject({ status: 404, body: { message: 'There is no such call' } })
  const huge = { method: 'POST', body: 'x'.repeat(11 * 1024 * 1024) }
  expect(await refused(await fetch(`${connection.origin}/api/login`, huge))).toMatchObject({ status: 413 })
})

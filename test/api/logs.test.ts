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
import { callEveryRoute } from '../support/call-every-route.ts'
import { captureOutputLines } from '../support/capture-output.ts'

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'INFO'
})
const { createDuePayouts, own, connection } = await import('../support/isolated-fixture.ts')
const fixture = (await import('../support/fixture.ts')).openFixture(connection)
const { newVisitor, newUser } = fixture

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

/** The fields of calls that no log line may contain, beside cookies, wallets, nonces and signed URLs. */
const secretFields = ['password', 'current', 'email', 'username', 'signature', 'token', 'proofFileUrl', 'key']
const textFields = ['bio', 'title', 'description', 'requirements', 'message', 'proofText', 'feedback', 'q']

test('From registration to payout, each request logs one request line, and no line contains secrets, user texts or wallets', async () => {
  const ids = new Map<RouteKey, string[]>()
  const secrets = new Set<string>()
  const send = async (by: ApiUser, route: RouteKey, sent: Record<string, unknown> = {}, headers = {}) => {
    const answer = await by.request(route, sent, headers)
    ids.set(route, [...(ids.get(route) ?? []), idOf(answer) ?? ''])
    const { address } = by.wallet
    for (const name of [...secretFields, ...textFields]) secrets.add(String(sent[name] ?? ''))
    for (const secret of [...(by.cookie.match(/[\w-]{43}/g) ?? []), address, address.toLowerCase()])
      secrets.add(secret)
    const text = await answer.clone().text()
    for (const [, nonce = ''] of text.matchAll(/(?:Nonce: |X-Amz-Signature=)(\w+)/g)) secrets.add(nonce)
    return answer
  }
  const { poster, doer } = await callEveryRoute(fixture, send)
  await settle()
  const bio = 'A tram, a blackbird and no bakery.'
  await send(newVisitor(), 'POST /api/login', { username: 'somebody_else', password: 'a wrong password' })
  await send(doer, 'POST /api/user/update-profile', { bio, email: 'not an address' })
  await send(doer, 'POST /api/user/update-profile', { bio }, { 'content-type': 'text/plain' })
  await send(doer, 'GET /api/tasks', { q: bio, limit: '0' })
  await send(doer, 'POST /api/logout', {}, { origin: 'https://elsewhere.example' })

  for (const requestId of [...ids.values()].flat()) {
    const requests = linesOf(requestId).filter((line) => line.message === 'request')
    expect(requests).toEqual([expect.objectContaining({ level: 'INFO', status: expect.any(Number) })])
  }
  const [release] = ids.get('POST /api/blockchain/release-reward') ?? []
  expect(linesOf(release)).toEqual([expect.objectContaining({ message: 'request', userId: poster.id })])
  expect(written.join()).toContain('payouts paid')
  const all = written.join('\n')
  // Shorter texts, such as "No", are also parts of words that a log line may have.
  for (const secret of secrets) if (secret.length > 7) expect(all, secret).not.toContain(secret)
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

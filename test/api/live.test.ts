import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { live as limits } from '../../domain/limits.ts'
import { services } from '../../functions/runtime/context.ts'
import * as connections from '../../functions/table/live.ts'
import { admins } from '../../functions/table/notifications.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'

const { connection, stack } = await startIsolatedStack({}, { stream: true })
const { newAdmin, newUser, newVisitor, postedTask } = openFixture(connection)
const { table } = services()
const url = `${stack.origin.replace('http', 'ws')}/live`

/** Opens a connection as a page of this person does, and collects what it is sent. */
function open(person: Pick<ApiUser, 'cookie'>, headers: Record<string, string> = { origin: stack.origin }) {
  const socket = new WebSocket(url, { headers: { cookie: person.cookie, ...headers } })
  const changed: string[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { changed: string[] }
    expect(Object.keys(message), 'a message names what changed and contains no data').toEqual(['changed'])
    changed.push(...message.changed)
  })
  const opened = new Promise<'open' | number>((resolve, reject) => {
    socket.on('open', () => resolve('open'))
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', reject)
  })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  onTestFinished(() => socket.terminate())
  return { changed, closed, opened, socket }
}

/** Opens a connection that must be accepted. */
async function connected(person: Pick<ApiUser, 'cookie'>) {
  const page = open(person)
  expect(await page.opened).toBe('open')
  return page
}

const within = (assertion: () => void | Promise<void>) =>
  vi.waitFor(assertion, { timeout: 5000, interval: 10 })

const postedTaskAndDoer = async () => ({ ...(await postedTask()), doer: await newUser() })

test('The poster is told of a new proof, and both are told of the verdict and the payment', async () => {
  const { poster, doer, task } = await postedTaskAndDoer()
  const [ofPoster, ofDoer] = [await connected(poster), await connected(doer)]
  const { id } = await doer.submitTo(task)
  await within(() => expect(ofPoster.changed).toContain(`task ${task.id}`))
  await within(() => expect(ofPoster.changed).toContain('notifications'))
  await poster.approve({ id })
  await within(() => expect(ofPoster.changed).toContain(`payout ${id}`))
  await within(() => expect(ofDoer.changed).toContain('submissions'))
  await within(() => expect(ofDoer.changed.filter((what) => what === 'notifications').length).toBe(2))
})

test('An admin who approves a proof of a stranger is told of its payment', async () => {
  const { doer, task } = await postedTaskAndDoer()
  const admin = await newAdmin()
  const page = await connected(admin)
  const { id } = await doer.submitTo(task)
  await admin.approve({ id })
  await within(() => expect(page.changed).toEqual([`payout ${id}`]))
})

test('A message reaches every page of the person, and no page of another person', async () => {
  const { poster, doer, task } = await postedTaskAndDoer()
  const [admin, stranger] = [await newAdmin(), await newUser()]
  const pages = [await connected(poster), await connected(poster)]
  const others = [await connected(admin), await connected(stranger)]
  await doer.submitTo(task)
  for (const page of pages) await within(() => expect(page.changed).toContain(`task ${task.id}`))
  await wait(300)
  for (const other of others) expect(other.changed).toEqual([])
})

test('All admins are told of what waits for them', async () => {
  const { doer, task } = await postedTaskAndDoer()
  const pages = [await connected(await newAdmin()), await connected(await newAdmin())]
  await doer.call('POST /api/reports', { kind: 'task', id: task.id, reason: 'scam' })
  for (const page of pages) await within(() => expect(page.changed).toEqual(['notifications']))
})

describe('a connection is refused', () => {
  test('without a session', async () => {
    expect(await open({ cookie: '' }).opened).toBe(401)
    expect(await open({ cookie: 'session=01M83C0GWBYWDR27TZ0FWE6D6F.x' }).opened).toBe(401)
  })

  test('from a page of another site', async () => {
    const person = await newUser()
    expect(await open(person, { origin: 'https://elsewhere.example' }).opened).toBe(403)
    expect(await open(person, {}).opened).toBe(403)
  })

  test('of a suspended person', async () => {
    const [person, admin] = [await newUser(), await newAdmin()]
    await admin.suspend(person)
    expect(await open(person).opened).toBe(401)
  })
})

/** A second session of the same person. */
async function otherBrowser({ wallet }: ApiUser) {
  const other = Object.assign(newVisitor(), { wallet })
  await other.signIn()
  return other
}

describe('a connection is closed within seconds', () => {
  test('when its session ends by logging out; that of another browser stays', async () => {
    const person = await newUser()
    const [first, second] = [await connected(person), await connected(await otherBrowser(person))]
    // The news of the second sign-in must arrive before the logout. Otherwise it would close the connection too.
    await within(() => expect(first.changed).toContain('notifications'))
    await person.call('POST /api/logout', {})
    await within(() => first.closed)
    expect(second.socket.readyState).toBe(WebSocket.OPEN)
    await within(async () => expect(await connections.connectionsOf(table, person.id)).toHaveLength(1))
  })

  test('when the person ends all other sessions; that of the caller stays', async () => {
    const person = await newUser()
    const [own, other] = [await connected(person), await connected(await otherBrowser(person))]
    await person.call('POST /api/user/sessions/end', {})
    await within(() => other.closed)
    expect(own.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('when the person is suspended', async () => {
    const [person, admin] = [await newUser(), await newAdmin()]
    const page = await connected(person)
    await admin.suspend(person)
    await within(() => page.closed)
  })
})

test('A page that is gone before its connection is accepted stops nothing', async () => {
  const { host, hostname, port } = new URL(stack.origin)
  const key = `Sec-WebSocket-Key: ${'a'.repeat(22)}==\r\nSec-WebSocket-Version: 13`
  const { cookie } = await newUser()
  for (const pause of [0, 1, 2, 5]) {
    const page = connect(Number(port), hostname)
    await once(page, 'connect')
    page.write(
      `GET /live HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${stack.origin}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
    )
    await wait(pause)
    page.resetAndDestroy()
  }
  await connected(await newUser())
})

test('A message to a gone connection deletes it', async () => {
  const { poster, doer, task } = await postedTaskAndDoer()
  const page = await connected(poster)
  page.socket.terminate()
  await page.closed
  expect(await connections.connectionsOf(table, poster.id)).toHaveLength(1)
  await doer.submitTo(task)
  await within(async () => expect(await connections.connectionsOf(table, poster.id)).toEqual([]))
})

test(`A person has at most ${limits.perUser} connections: the newest`, async () => {
  const person = await newUser()
  for (let index = 0; index <= limits.perUser; index++) await connected(person)
  expect(await connections.connectionsOf(table, person.id)).toHaveLength(limits.perUser)
})

test('A page that has received fewer messages than the server counts has missed one', async () => {
  const { poster, doer, task } = await postedTaskAndDoer()
  const page = await connected(poster)
  const before = await poster.call('GET /api/news', {})
  stack.dropConnections()
  await page.closed
  await doer.submitTo(task)
  await within(async () => {
    const after = await poster.call('GET /api/news', {})
    expect(after.messages).toBeGreaterThan(before.messages)
    expect(after.age).toBeLessThan(5000)
  })
})

test('Nobody was told of anything: no messages and no age', async () => {
  expect(await (await newUser()).call('GET /api/news', {})).toEqual({ messages: 0, age: null })
})

test('An admin counts the messages to all admins', async () => {
  const admin = await newAdmin()
  const { messages } = await admin.call('GET /api/news', {})
  await connections.countMessage(table, admins, Date.now())
  expect(await admin.call('GET /api/news', {})).toMatchObject({ messages: messages + 1 })
})

import { throttles } from '../../domain/limits.ts'
import { login } from '../../functions/accounts/passwords.ts'
import * as passwords from '../../functions/table/passwords.ts'
import { password, passwordAccount, uniqueName } from '../support/password-account.ts'
import { recentTime } from '../support/recent-time.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  errorResponse,
  newUser,
  newVisitor,
  openOwnServices,
} from '../support/shared-fixture.ts'
import { waitForOneWindow } from '../support/throttle-window.ts'

const wrong = { status: 401, message: 'The username or the password is wrong' }

const register = (sent: Record<string, unknown>) =>
  errorResponse(newVisitor().request('POST /api/register', sent))
const logIn = (username: string, tried = password) =>
  errorResponse(newVisitor().request('POST /api/login', { username, password: tried }))

describe('a password account', () => {
  test('Registering signs in, and the password signs in under the username in any letter case', async () => {
    const username = uniqueName()
    const person = newVisitor()
    const answer = await person.request('POST /api/register', {
      username: ` ${username} `,
      password,
      email: 'a@b.example',
    })
    const text = await answer.text()
    const account = JSON.parse(text) as { id: string }
    expect(account).toEqual({
      id: expect.stringMatching(/^\w{26}$/),
      username,
      email: 'a@b.example',
      walletAddress: null,
      bio: null,
      isAdmin: false,
      profileImage: null,
      createdAt: recentTime,
      updatedAt: recentTime,
    })
    expect(await person.call('GET /api/user', {})).toEqual(account)

    const later = newVisitor()
    const sent = { username: ` ${username.toUpperCase()} `, password }
    expect(await later.call('POST /api/login', sent)).toEqual(account)
    expect(await later.call('GET /api/user', {})).toEqual(account)
  })

  test('A password is compared as a whole and in its letter case', async () => {
    const username = uniqueName()
    const long = `Horse ${'battery staple '.repeat(6)}`
    await newVisitor().call('POST /api/register', { username, password: long })
    const logIn = async (tried: string) =>
      (await newVisitor().request('POST /api/login', { username, password: tried })).status
    for (const tried of [long.toLowerCase(), long.toUpperCase(), long.trim(), long.slice(0, 72)])
      expect(await logIn(tried), tried).toBe(401)
    expect(await logIn(long)).toBe(200)
  })

  test('A password is stored as a salted scrypt hash with its parameters and appears in no response', async () => {
    const person = await passwordAccount()
    const { table } = openOwnServices()
    const stored = await passwords.get(table, person.id)
    expect(stored).toMatchObject({ N: 2 ** 17, r: 8, p: 1 })
    expect(Buffer.from(stored?.salt ?? '', 'base64')).toHaveLength(16)
    expect(Buffer.from(stored?.hash ?? '', 'base64')).toHaveLength(32)
    const texts = await Promise.all(
      (['GET /api/user', 'GET /api/dashboard', 'GET /api/users/{userId}'] as const).map(async (route) =>
        (await person.request(route, route.includes('{') ? { userId: person.id } : {})).text(),
      ),
    )
    const logged = await person.request('POST /api/login', { username: person.username, password })
    for (const text of [...texts, await logged.text()]) {
      expect(text).not.toContain(stored?.hash)
      expect(text).not.toContain(stored?.salt)
      expect(text).not.toContain('password')
    }
    const other = await passwords.get(table, (await passwordAccount()).id)
    expect(other?.salt).not.toBe(stored?.salt)
    expect(other?.hash).not.toBe(stored?.hash)
  })

  test('Login answers the same 401 for an unknown name, a wrong password and a wallet account', async () => {
    const { username } = await passwordAccount()
    const wallet = await newUser()
    const ofWallet = await wallet.call('GET /api/user', {})
    expect(await logIn(username, `${password} `)).toEqual(wrong)
    expect(await logIn(uniqueName())).toEqual(wrong)
    expect(await logIn(ofWallet.username)).toEqual(wrong)
    expect(await logIn(ofWallet.username, '')).toEqual(wrong)
  })

  test('Registering with the fields isAdmin, walletAddress or id answers 400', async () => {
    for (const more of [{ isAdmin: true }, { walletAddress: newVisitor().wallet.address }, { id: 'x' }]) {
      expect((await register({ username: uniqueName(), password, ...more })).status).toBe(400)
    }
  })
})

describe('login throttling', () => {
  /** Logs in from a separate IP address, so that the login counts of other tests do not change. */
  function loginsFrom(sourceIp: string, now = () => Date.now()) {
    return (username: string, tried: string) =>
      login({ ...contextOf({} as never, { now }), sourceIp, user: null }, { username, password: tried })
        .then(() => 'in')
        .catch((error: { code: string }) => error.code)
  }

  test('After ten failed logins for one username, known or not, logins answer 429 until the window ends', {
    timeout: 240_000,
  }, async () => {
    await waitForOneWindow(throttles.loginsPerNameAndIp)
    const { username } = await passwordAccount()
    for (const name of [username, uniqueName()]) {
      const failed = await countStatuses(
        concurrently(11, () =>
          newVisitor().request('POST /api/login', { username: name, password: 'wrong one' }),
        ),
      )
      expect(failed).toEqual({ 401: 10, 429: 1 })
      const answer = await newVisitor().request('POST /api/login', { username: name, password })
      expect(answer.status).toBe(429)
      const wait = Number(answer.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(throttles.loginsPerNameAndIp.seconds)
      expect(await answer.json()).toMatchObject({
        message: expect.stringMatching(/^Too many attempts\. Please try again in (a minute|\d+ minutes)\.$/),
      })
    }
    // The owner can still log in from another IP address, and from this IP address after the window.
    expect(await loginsFrom('192.0.2.1')(username, password)).toBe('in')
    const later = Date.now() + throttles.loginsPerNameAndIp.seconds * 1000
    expect(await loginsFrom('127.0.0.1', () => later)(username, password)).toBe('in')
  })

  test('A successful login does not count towards the login limit', async () => {
    const { username } = await passwordAccount()
    const now = Date.now()
    const attempt = loginsFrom('192.0.2.2', () => now)
    for (let turn = 0; turn < 9; turn++) expect(await attempt(username, 'wrong one')).toBe('unauthenticated')
    expect(await attempt(username, password)).toBe('in')
    expect(await attempt(username.toUpperCase(), password)).toBe('in')
    expect(await attempt(username, 'wrong one')).toBe('unauthenticated')
    expect(await attempt(username, password)).toBe('tooManyRequests')
  })
})

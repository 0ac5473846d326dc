import { freshSignInNeeded } from '../../domain/errors.ts'
import { security as limits, throttles } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import { challenge, signIn } from '../../functions/accounts/auth.ts'
import { login, register } from '../../functions/accounts/passwords.ts'
import { endSessions } from '../../functions/accounts/security.ts'
import { recordFailedSignIn } from '../../functions/accounts/security-log.ts'
import { uploadProof } from '../../functions/files/uploads.ts'
import { readClient } from '../../functions/http/client.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import type { Services, UserContext } from '../../functions/runtime/context.ts'
import { sha256 } from '../../functions/runtime/crypto.ts'
import { requireFresh } from '../../functions/runtime/fresh-session.ts'
import { keys } from '../../functions/table/keys.ts'
import { update } from '../../functions/table/table.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { png } from '../support/image-files.ts'
import { password, passwordAccount, uniqueName } from '../support/password-account.ts'
import { recentTime } from '../support/recent-time.ts'
import { contextOf, newUser, newVisitor, openOwnServices, site } from '../support/shared-fixture.ts'
import type { TestUser } from '../support/test-user.ts'
import { waitForOneWindow } from '../support/throttle-window.ts'
import { requestFile, uploadPicture } from '../support/upload-picture.ts'
import { signInProof } from '../support/wallet-proof.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const here = { device: 'Firefox on Linux', network: '127.0.0.0/24' }
const unknownHere = { device: 'Unknown device', network: '127.0.0.0/24' }

/** The same person with another browser. */
async function otherBrowser(person: ApiUser) {
  const other = new ApiUser(site, person.wallet)
  await other.signIn()
  return other
}

const securityOf = (person: ApiUser) => person.call('GET /api/user/security', {})
const isSignedIn = async (person: ApiUser) => (await person.request('GET /api/user')).ok

/** A context of a deployed stage, from another network than all other tests. */
const contextAt = (
  sourceIp: string,
  user: Partial<User> = {},
  changes: Partial<Services> = {},
): UserContext => ({
  ...contextOf(user as User, {
    config: { ...openOwnServices().config, NETWORK_LIMIT_FACTOR: 1, BARE_CHALLENGE: false },
    ...changes,
  }),
  sourceIp,
})

/** 'done', or the code of the error. */
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('the list of sessions', () => {
  test('A person sees each session with its browser and network, ends one, and then all others', async () => {
    const person = await newUser()
    await person.request('POST /api/auth/web3', await signInProof(person), { 'user-agent': firefox })
    const [second, third] = [await otherBrowser(person), await otherBrowser(person)]

    const { sessions: shown } = await securityOf(person)
    const times = { id: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt: recentTime, usedAt: recentTime }
    expect(shown).toHaveLength(3)
    expect(shown.filter(({ current }) => current)).toEqual([{ ...times, ...here, current: true }])
    expect(shown).toContainEqual({ ...times, ...unknownHere, current: false })

    const [ended] = (await securityOf(second)).sessions.filter(({ current }) => current)
    await person.call('POST /api/user/sessions/end', { id: ended?.id })
    expect(await Promise.all([person, second, third].map(isSignedIn))).toEqual([true, false, true])
    await person.call('POST /api/user/sessions/end', {})
    expect(await Promise.all([person, third].map(isSignedIn))).toEqual([true, false])
    expect((await securityOf(person)).sessions).toHaveLength(1)
  })

  test('A stolen session that is older than 15 minutes cannot sign its owner out', async () => {
    const owner = await newUser()
    const context = {
      ...contextAt('192.0.2.11', { id: owner.id }),
      session: { id: 'x', createdAt: '2026-01-01T00:00:00.000Z' },
    }
    expect(await codeOf(endSessions(context, {}))).toBe('unauthenticated')
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('The id of somebody else’s session, or an empty id, ends nothing', async () => {
    const [person, attacker] = [await newUser(), await newUser()]
    const [{ id } = { id: '' }] = (await securityOf(person)).sessions
    await attacker.call('POST /api/user/sessions/end', { id })
    const other = await otherBrowser(person)
    expect((await other.request('POST /api/user/sessions/end', { id: '' })).status).toBe(400)
    expect(await isSignedIn(person)).toBe(true)
  })
})

test('A session permits what needs a new sign-in for 15 minutes, whatever it was used for since', () => {
  const now = () => Date.parse('2026-01-01T12:00:00.000Z')
  const since = (createdAt: string) => () => requireFresh({ now, session: { id: 'x', createdAt } })
  expect(since('2026-01-01T11:45:01.000Z')).not.toThrow()
  const refusal = expect.objectContaining({
    code: 'unauthenticated',
    message: freshSignInNeeded,
  })
  expect(since('2026-01-01T11:45:00.000Z')).toThrow(refusal)
  expect(() => requireFresh({ now, session: null })).toThrow(refusal)
})

describe('the security log', () => {
  test('It has sign-ins, new devices, failed sign-ins and the end of all sessions, newest first', async () => {
    const person = await passwordAccount()
    const { username } = person
    await person.request('POST /api/login', { username, password: 'wrong one' })
    await person.call('POST /api/login', { username, password })
    await person.call('POST /api/user/sessions/end', {})
    const { events, hasPassword, email } = await securityOf(person)
    const kinds = ['signed-out-everywhere', 'signed-in', 'sign-in-failed', 'new-device']
    expect(events).toEqual(
      kinds.map((kind) => ({ id: expect.any(String), kind, ...unknownHere, at: recentTime })),
    )
    expect({ hasPassword, email }).toEqual({ hasPassword: true, email: null })
  })

  test('A failed wallet sign-in is in the log of the account that the attacker named', async () => {
    const person = await newUser()
    const message = 'not a challenge'
    const signature = await newVisitor().wallet.signMessage(message)
    await newVisitor().request('POST /api/auth/web3', {
      walletAddress: person.wallet.address,
      signature,
      message,
    })
    const { events } = await securityOf(person)
    expect(events.map(({ kind }) => kind)).toEqual(['sign-in-failed', 'new-device'])
  })

  test('A flood of failed sign-ins stores at most 20 events a day, and never pushes another event out of the list', async () => {
    const person = await newUser()
    const start = Date.now()
    for (let day = 1; day <= 6; day++) {
      const context = contextAt('192.0.2.10', {}, { now: () => start + day * 86_400_000 })
      const flood = day === 1 ? limits.failuresPerDay + 3 : limits.failuresPerDay
      for (let turn = 0; turn < flood; turn++) await recordFailedSignIn(context, person.id)
      const { events } = await securityOf(person)
      const failed = events.filter(({ kind }) => kind === 'sign-in-failed')
      expect(failed).toHaveLength(Math.min(limits.shown, day * limits.failuresPerDay))
      expect(events.at(-1)?.kind).toBe('new-device')
    }
  })

  test.each([
    [firefox, '198.51.100.77', 'Firefox on Linux', '198.51.100.0/24'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
      '2001:db8:7:8::/64',
      'Safari on iOS',
      '2001:db8:7::/48',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0',
      '::',
      'Edge on Windows',
      '::/48',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537',
      '10.1.2.3',
      'Chrome on Android',
      '10.1.2.0/24',
    ],
    ['<script>alert(1)</script>', 'not an IP address', 'Unknown device', 'unknown'],
  ])('The User-Agent %s is stored as known names, and the IP address %s as its network', (agent, ip, device, network) => {
    const event = { headers: { 'user-agent': agent } } as unknown as Parameters<typeof readClient>[0]
    expect(readClient(event, ip, openOwnServices().config)).toEqual({ device, network, deviceToken: null })
  })
})

describe('throttles that do not punish the victim', () => {
  beforeEach(() => waitForOneWindow(throttles.loginsPerDevice))

  /** Makes the attempts that a throttle counts, without their password hashes. */
  async function fail(name: string, limit: { limit: number; seconds: number }) {
    const { now, table } = openOwnServices()
    const window = Math.floor(now() / 1000 / limit.seconds)
    await table.write([update(keys.throttle(name, window), { set: { used: limit.limit } })])
  }
  const logIn = (person: TestUser, username: string, tried = password) =>
    person.statusOf('POST /api/login', { username, password: tried })

  test('Failures from ten IP addresses lock strangers out of a password account, and not the browser of its owner', async () => {
    const owner = await passwordAccount()
    const { username } = owner
    await owner.call('POST /api/logout', {})
    await fail(`login-name#${sha256(username)}`, throttles.loginsPerName)
    expect(await logIn(newVisitor(), username)).toBe(429)
    expect(await logIn(owner, username, 'wrong one')).toBe(401)
    expect(await logIn(owner, username)).toBe(200)
  })

  test('A device cookie counts for its own account only, and permits ten wrong passwords in 15 minutes', async () => {
    const [owner, attacker] = [await passwordAccount(), await passwordAccount()]
    await fail(`login-name#${sha256(owner.username)}`, throttles.loginsPerName)
    expect(await logIn(attacker, owner.username)).toBe(429)
    const device = sha256(/device=(.{43})/.exec(owner.cookie)?.[1] ?? '')
    await fail(`login-device#${owner.id}#${device}`, throttles.loginsPerDevice)
    expect(await logIn(owner, owner.username)).toBe(429)
  })

  test('A thief of a device cookie who used up its ten passwords does not lock the browser of the owner out', async () => {
    const owner = await passwordAccount()
    const device = sha256(/device=(.{43})/.exec(owner.cookie)?.[1] ?? '')
    await fail(`login-device#${owner.id}#${device}`, throttles.loginsPerDevice)
    expect(await logIn(owner, owner.username)).toBe(200)
  })

  const wrongProof = {
    walletAddress: newVisitor().wallet.address,
    signature: `0x${'00'.repeat(65)}`,
    message: 'x',
  }
  test.each<[what: string, limit: number, call: (ip: string, turn: number) => Promise<unknown>]>([
    ['challenges of a network', 60, (ip) => challenge(contextAt(ip), { address: wrongProof.walletAddress })],
    ['wallet sign-ins of a network', 30, (ip) => signIn(contextAt(ip), wrongProof)],
    [
      'uploads of an account',
      60,
      (ip) => uploadProof(contextAt('192.0.2.1', { id: ip }), { contentType: 'image/png', size: 9 }),
    ],
  ])('After %s have reached %i, the next answers 429, and not to others', async (_, limit, call) => {
    const codes: string[] = []
    for (let turn = 0; turn <= limit; turn++) codes.push(await codeOf(call('192.0.2.21', turn)))
    expect(codes.indexOf('tooManyRequests')).toBe(limit)
    expect(await codeOf(call('192.0.2.22', 0))).not.toBe('tooManyRequests')
  })

  test('An account whose pictures were encoded 240 times in an hour waits, whichever call would encode the next', async () => {
    const person = await newUser()
    const { fileUrl } = await uploadPicture(person, png)
    await fail(`pictures#${person.id}`, throttles.pictures)
    const use = person.request('POST /api/user/update-profile', { profileImage: fileUrl })
    expect([(await requestFile(person, fileUrl)).status, (await use).status]).toEqual([429, 429])
  })

  test('An account can be renamed five times a day; a taken name does not count', async () => {
    const [person, other] = [await newUser(), await passwordAccount()]
    const rename = (username: string) => person.statusOf('POST /api/user/update-username', { username })
    expect(await rename(other.username)).toBe(409)
    for (let turn = 0; turn < 5; turn++) expect(await rename(uniqueName())).toBe(200)
    expect(await rename(uniqueName())).toBe(429)
  })

  test('A network that has reached its limits of registrations and passwords is refused before a password is hashed', async () => {
    const context = contextAt('192.0.2.30')
    await fail('register#192.0.2.30', throttles.registrations)
    await fail('login-address#192.0.2.30', throttles.loginsPerIp)
    const account = { username: uniqueName(), password }
    expect(await codeOf(register(context, account))).toBe('tooManyRequests')
    expect(await codeOf(login(context, account))).toBe('tooManyRequests')
  })
})

test('On a deployed stage, a sign-in message always names a wallet, so that wallets can warn of a wrong site', async () => {
  expect(await codeOf(challenge(contextAt('192.0.2.40'), {}))).toBe('invalid')
  expect(readConfig({ ...process.env, BARE_CHALLENGE: undefined }).BARE_CHALLENGE).toBe(false)
})

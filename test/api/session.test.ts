import { setCookie } from '../../functions/http/cookies.ts'
import { newToken, sha256 } from '../../functions/runtime/crypto.ts'
import { type Key, keys } from '../../functions/table/keys.ts'
import * as sessions from '../../functions/table/sessions.ts'
import { update, type Write } from '../../functions/table/table.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { concurrently, newVisitor, openOwnServices, site } from '../support/shared-fixture.ts'
import { signInProof } from '../support/wallet-proof.ts'

/** A signed-in user, with the Set-Cookie header and the session cookie. */
async function withCookie() {
  const person = newVisitor()
  const answer = await person.request('POST /api/auth/web3', await signInProof(person))
  const setCookies = answer.headers.getSetCookie()
  const cookie = setCookies[0]?.split(';')[0] ?? ''
  const [userId = '', token = ''] = cookie.replace('session=', '').split('.')
  return { person, setCookies, cookie, token, key: keys.session(userId, sha256(token)) }
}

const userIdOf = ({ pk }: Key) => pk.replace('SESSIONS#', '')
const userOf = (cookie: string) => fetch(`${site.origin}/api/user`, { headers: { cookie } })

test('The cookies of session and device are HttpOnly, SameSite=Lax and valid for the whole site, for 7 and 180 days', async () => {
  const { setCookies } = await withCookie()
  expect(setCookies.map((one) => one.replace(/[\w-]{43}/, 'token').replace(/[0-9A-Z]{26}/, 'id'))).toEqual([
    'session=id.token; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
    'device=token; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax',
  ])
})

test('On https the session cookie is Secure and has the prefix __Host-', () => {
  expect(setCookie('session', 'token', 60, 'https://site.example')).toBe(
    '__Host-session=token; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
})

test('GET /api/user answers the user of the session, and 401 to a missing or wrong session cookie', async () => {
  const { cookie, person } = await withCookie()
  expect(await (await userOf(cookie)).json()).toMatchObject({ walletAddress: person.wallet.address })
  for (const other of [
    '',
    'session=',
    `${cookie}x`,
    cookie.replace(/.{43}$/, 'A'.repeat(43)),
    `__Host-${cookie}`,
  ]) {
    const answer = await userOf(other)
    expect(answer.status, other).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Please sign in first' })
  }
})

test('The session cookie is found among other cookies', async () => {
  const { cookie } = await withCookie()
  expect((await userOf(`theme=dark; ${cookie}; lang=en`)).status).toBe(200)
})

test('Logging out clears the cookie and ends the session on the server', async () => {
  const { cookie, person } = await withCookie()
  const answer = await person.request('POST /api/logout')
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0; .*HttpOnly/)])
  expect((await userOf(cookie)).status).toBe(401)
  expect((await person.request('POST /api/logout')).status).toBe(200)
})

test('Logging out keeps the other sessions of the same user, and tells the browser to clear its cache', async () => {
  const { cookie, person } = await withCookie()
  const elsewhere = new ApiUser(site, person.wallet)
  await elsewhere.signIn()
  const answer = await elsewhere.request('POST /api/logout')
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect((await userOf(cookie)).status).toBe(200)
})

test('A token has 32 bytes, and none of them comes from Math.random', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const tokens = [newToken(), newToken()].map((token) => Buffer.from(token, 'base64url'))
  vi.restoreAllMocks()
  for (const token of tokens) expect(token).toHaveLength(32)
  const equal = tokens[0]?.filter((byte, index) => byte === tokens[1]?.[index])
  expect(equal?.length).toBeLessThan(8)
})

test('The table stores the hash of the session token with its expiry time, and not the token', async () => {
  const { key, token } = await withCookie()
  const kept = await openOwnServices().table.get(key)
  const week = Date.now() / 1000 + 7 * 86_400
  expect(Math.abs(Number(kept?.ttl) - week)).toBeLessThan(30)
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('A stolen cookie of a browser is worthless once somebody signs in with that browser again', async () => {
  const { cookie, person } = await withCookie()
  await person.signIn()
  expect((await userOf(cookie)).status).toBe(401)
  expect((await userOf(person.cookie)).status).toBe(200)
})

test('A device token that another user of the browser has copied is not known for the account that signs in there next', async () => {
  const copied = (await withCookie()).setCookies[1]?.split(';')[0] ?? ''
  const victim = newVisitor()
  for (let turn = 0; turn < 2; turn++) {
    const sent = await signInProof(victim)
    const answer = await victim.request('POST /api/auth/web3', sent, { cookie: copied })
    expect(answer.headers.getSetCookie()[1]).not.toContain(copied)
  }
  const { events } = await victim.call('GET /api/user/security', {})
  expect(events.map(({ kind }) => kind)).toEqual(['new-device', 'new-device'])
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** Changes the stored times of a session by these seconds. */
const age = (key: Key, { created = 0, used = 0 }) =>
  openOwnServices().table.write([update(key, { set: { createdAt: ago(created), usedAt: ago(used) } })])

const day = 86_400
test.each([
  ['was used 23 hours ago', { created: 6 * day, used: 23 * 3600 }, 200],
  ['was not used for 24 hours', { created: 2 * day, used: day + 60 }, 401],
  ['began 7 days ago, although it is in use', { created: 7 * day + 60, used: 60 }, 401],
])('A session that %s answers %3$i', async (_, times, status) => {
  const { cookie, key } = await withCookie()
  await age(key, times)
  expect((await userOf(cookie)).status).toBe(status)
})

test('A session in use is written at most once an hour, and one of ten concurrent requests writes it', async () => {
  const { key, person } = await withCookie()
  const { table } = openOwnServices()
  const usedAt = async () => (await table.get(key))?.usedAt
  const before = await usedAt()
  await Promise.all(concurrently(10, () => person.request('GET /api/user')))
  expect(await usedAt()).toBe(before)

  await age(key, { created: 3601, used: 3601 })
  let writes = 0
  const counting = { ...table, write: (all: Write[]) => table.write(all).then(() => void writes++) }
  const session = await sessions.get(table, userIdOf(key), key.sk, Date.now())
  if (!session) throw new Error('The session has ended')
  await Promise.all(concurrently(10, () => sessions.touch(counting, userIdOf(key), session, Date.now())))
  expect(writes).toBe(1)
  expect(Date.parse(String(await usedAt()))).toBeGreaterThan(Date.now() - 60_000)
})

test('A request that began before its session ended does not create the session again', async () => {
  const { cookie, key, person } = await withCookie()
  const { table } = openOwnServices()
  await age(key, { created: 7200, used: 7200 })
  const session = await sessions.get(table, userIdOf(key), key.sk, Date.now())
  if (!session) throw new Error('The session has ended')
  await person.request('POST /api/logout')
  await sessions.touch(table, userIdOf(key), session, Date.now())
  expect(await table.get(key)).toBeUndefined()
  expect((await userOf(cookie)).status).toBe(401)
})

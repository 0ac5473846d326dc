import { expect, test } from 'vitest'
import { sessionCookie, sha256 } from '../../functions/http/session.ts'
import { keys } from '../../functions/table/keys.ts'
import { newUser, newVisitor, openOwnServices, site } from '../support/shared-fixture.ts'

/** A signed-in user, with the Set-Cookie header and the session cookie. */
async function withCookie() {
  const person = newVisitor()
  const { message } = await person.call('GET /api/auth/challenge', {})
  const answer = await person.request('POST /api/auth/web3', {
    walletAddress: person.wallet.address,
    signature: await person.wallet.signMessage(message),
    message,
  })
  const [setCookie = ''] = answer.headers.getSetCookie()
  return { person, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

const userOf = (cookie: string) => fetch(`${site.origin}/api/user`, { headers: { cookie } })

test('The session cookie is HttpOnly, SameSite=Lax, valid for the whole site and for 7 days', async () => {
  const { setCookie } = await withCookie()
  const [pair, ...flags] = setCookie.split('; ')
  expect(pair).toMatch(/^session=[\w-]{43}$/)
  expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
})

test('On https the session cookie is Secure and has the prefix __Host-', () => {
  const cookie = sessionCookie('token', 'https://site.example')
  expect(cookie).toBe('__Host-session=token; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure')
})

test('GET /api/user answers the user of the session, and 401 to a missing or wrong session cookie', async () => {
  const { cookie, person } = await withCookie()
  expect(await (await userOf(cookie)).json()).toMatchObject({ walletAddress: person.wallet.address })
  for (const other of ['', 'session=', 'session=guess', `x${cookie}`, `__Host-${cookie}`]) {
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

test('Logging out keeps the other sessions of the same user', async () => {
  const { cookie, person } = await withCookie()
  await person.signIn()
  await person.request('POST /api/logout')
  expect((await userOf(cookie)).status).toBe(200)
})

test('The table stores the hash of the session token with its expiry time, and not the token', async () => {
  const { cookie } = await withCookie()
  const { table } = openOwnServices()
  const token = cookie.replace('session=', '')
  expect(await table.get(keys.session(token))).toBeUndefined()
  const kept = await table.get(keys.session(sha256(token)))
  const week = Date.now() / 1000 + 7 * 86_400
  expect(Math.abs(Number(kept?.ttl) - week)).toBeLessThan(30)
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('An expired session answers 401 even before its item is deleted', async () => {
  const { cookie } = await withCookie()
  const { table } = openOwnServices()
  const key = keys.session(sha256(cookie.replace('session=', '')))
  await table.write([
    {
      update: key,
      set: 'SET #ttl = :past',
      names: { '#ttl': 'ttl' },
      values: { ':past': Math.floor(Date.now() / 1000) },
    },
  ])
  expect((await userOf(cookie)).status).toBe(401)
})

test('API responses are not cached, forbid MIME sniffing and do not name the server software', async () => {
  const person = await newUser()
  const answer = await person.request('GET /api/user')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.headers.get('server')).toBeNull()
  expect(answer.headers.get('x-powered-by')).toBeNull()
})

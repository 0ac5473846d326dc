import { expect, test } from 'vitest'
import { sessionCookie, sha256 } from '../../functions/http/session.ts'
import { keys } from '../../functions/table/keys.ts'
import { newUser, newVisitor, openOwnServices, site } from '../support/shared-fixture.ts'

/** Somebody signed in, with the session's cookie as the browser got it. */
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

test('the session’s cookie is out of scripts’ reach, same-site, for the whole site and for 7 days', async () => {
  const { setCookie } = await withCookie()
  const [pair, ...flags] = setCookie.split('; ')
  expect(pair).toMatch(/^session=[\w-]{43}$/)
  expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
})

test('on https the cookie is Secure and bound to the host by its prefix', () => {
  const cookie = sessionCookie('token', 'https://site.example')
  expect(cookie).toBe('__Host-session=token; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure')
})

test('the current user is the one of the session, and 401 without one', async () => {
  const { cookie, person } = await withCookie()
  expect(await (await userOf(cookie)).json()).toMatchObject({ walletAddress: person.wallet.address })
  for (const other of ['', 'session=', 'session=guess', `x${cookie}`, `__Host-${cookie}`]) {
    const answer = await userOf(other)
    expect(answer.status, other).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Please sign in first' })
  }
})

test('the session is found among other cookies', async () => {
  const { cookie } = await withCookie()
  expect((await userOf(`theme=dark; ${cookie}; lang=en`)).status).toBe(200)
})

test('logging out ends the session on the server, not only in the browser', async () => {
  const { cookie, person } = await withCookie()
  const answer = await person.request('POST /api/logout')
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0; .*HttpOnly/)])
  expect((await userOf(cookie)).status).toBe(401)
  expect((await person.request('POST /api/logout')).status).toBe(200)
})

test('logging out ends this session and no other of the same person', async () => {
  const { cookie, person } = await withCookie()
  await person.signIn()
  await person.request('POST /api/logout')
  expect((await userOf(cookie)).status).toBe(200)
})

test('the table keeps no token, only its hash, with the time when it expires', async () => {
  const { cookie } = await withCookie()
  const { table } = openOwnServices()
  const token = cookie.replace('session=', '')
  expect(await table.get(keys.session(token))).toBeUndefined()
  const kept = await table.get(keys.session(sha256(token)))
  const week = Date.now() / 1000 + 7 * 86_400
  expect(Math.abs(Number(kept?.ttl) - week)).toBeLessThan(30)
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('an expired session is none, even before the table forgets it', async () => {
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

test('answers of the API are for nobody’s cache', async () => {
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

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { api, type RouteKey, routeKeys, splitRoute } from '../../domain/api.ts'
import { requestBody } from '../../domain/limits.ts'
import { errorResponse, newAdmin, newVisitor, site, statusAndMessage } from '../support/shared-fixture.ts'

const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const inPath = { id: unknown, userId: unknown, key: 'proofs/none', token: 'none' }
const changing = routeKeys.filter((route) => splitRoute(route).method !== 'GET')
const withBody = changing.filter((route) => !('body' in api[route]))

let admin: Awaited<ReturnType<typeof newAdmin>>
beforeAll(async () => {
  admin = await newAdmin()
})

/** Calls a route with well-formed path parameters that match no item. */
function raw(route: RouteKey, init: RequestInit & { cookie?: string } = {}) {
  const { method, path } = splitRoute(route)
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name: keyof typeof inPath) => inPath[name])
  return fetch(`${site.origin}${filled}`, { method, redirect: 'manual', ...init })
}

const asAdmin = (route: RouteKey, body: string, contentType = 'application/json') =>
  raw(route, { body, headers: { cookie: admin.cookie, 'content-type': contentType } })

describe('cross-site requests', () => {
  test.each(changing)('%s answers 403 to a request from another site', async (route) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${site.origin}.evil.example` },
      { origin: site.origin, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = statusAndMessage(
        raw(route, { body: '{}', headers: { ...headers, cookie: admin.cookie } }),
      )
      expect(await refused, JSON.stringify(headers)).toEqual([
        403,
        'This call must come from the site itself',
      ])
    }
  })

  test('A cross-site GET is accepted if it changes and counts nothing, so no site uses up the sign-in messages of its visitors', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await newVisitor().request('GET /api/tasks', {}, headers)).status).toBe(200)
    expect((await newVisitor().request('GET /api/auth/challenge', {}, headers)).status).toBe(403)
  })
})

describe('invalid bodies', () => {
  test.each(
    withBody,
  )('%s answers 415 to a body that is not JSON and 413 to an oversized body', async (route) => {
    expect((await asAdmin(route, '{}', 'text/plain')).status).toBe(415)
    expect((await asAdmin(route, '{}', 'application/x-www-form-urlencoded')).status).toBe(415)
    const large = JSON.stringify({ title: 'x'.repeat(requestBody) })
    expect((await asAdmin(route, large)).status).toBe(413)
  })

  test('POST /api/tasks with several invalid fields names each of them by its path', async () => {
    const refused = await errorResponse(
      asAdmin('POST /api/tasks', JSON.stringify({ title: 'x', reward: 2000, escrow: {} })),
    )
    expect(refused.status).toBe(400)
    expect(refused.errors).toEqual(
      expect.arrayContaining([
        { path: 'reward', message: 'Maximum 1000 CENTS' },
        { path: 'description', message: 'Required' },
        { path: 'escrow.salt', message: 'Required' },
      ]),
    )
  })
})

test('Unknown paths, and known paths with another method, answer 404', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['DELETE', '/api/tasks'],
    ['PUT', `/api/submissions/${unknown}`],
    ['POST', '/api/tasks/'],
    ['GET', '/api/__proto__'],
  ]) {
    expect((await fetch(`${site.origin}${path}`, { method: method ?? '' })).status, path).toBe(404)
  }
})

test.each([
  '//',
  '//elsewhere.example/faucet',
  'http://[',
])('A request for the malformed URL %s answers 400', async (path) => {
  const { hostname, port } = new URL(site.origin)
  // Not `fetch`, which normalizes such URLs before it sends them.
  const answer = once(get({ hostname, port, path }), 'response')
  expect(((await answer) as [IncomingMessage])[0].resume().statusCode).toBe(400)
})

test('An error body has only the message and the request id, and is not cached', async () => {
  const answer = await fetch(`${site.origin}/api/user`)
  const body = (await answer.json()) as Record<string, unknown>
  expect(Object.keys(body).sort()).toEqual(['message', 'requestId'])
  expect(answer.headers.get('x-request-id')).toBe(body.requestId)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('GET /api/health answers ok and the current time', async () => {
  const { status, time } = await newVisitor().call('GET /api/health', {})
  expect(status).toBe('ok')
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(5000)
})

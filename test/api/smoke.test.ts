import { buffer } from 'node:stream/consumers'
import { id, Wallet } from 'ethers'
import { inject } from 'vitest'
import { securityHeaders } from '../../domain/headers.ts'
import { ApiClient } from '../../functions/canary/api-client.ts'
import { runCanary } from '../../functions/canary/run.ts'
import type { Contracts } from '../../functions/runtime/contracts.ts'
import { listen } from '../../local/engines/listen.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'
import { openOwnServices } from '../support/shared-fixture.ts'

interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

const pageWith =
  (headers: Record<string, string>) =>
  (path: string): Answer | null =>
    path === '/' ? { status: 200, headers, body: '<div id="root"></div>' } : null

test('The smoke command refuses a URL with https:// twice and prints its usage', async () => {
  const { code, output } = await runOperatorCommand('ops/smoke.ts', ['https://https://site.test'], {})
  expect(output).toContain('npm run smoke -- https://example.org')
  expect(code).toBe(1)
})

const [signIn, upload] = ['A wallet can sign in', 'A picture can be uploaded to its signed URL']
const decoded = 'A picture is decoded and shown'
const canaryKey = 'the key of the canary of these tests'

/** Runs the canary against this site. Returns its error and the problem of each failed check. */
async function canaryOf(site: string, contracts = async (): Promise<Contracts | null> => ({ escrow: '0x' })) {
  const { log } = openOwnServices()
  const problems: Record<string, string> = {}
  const error = (...[, facts]: unknown[]) => {
    const { check, problem } = facts as { check: string; problem: string }
    problems[check] = problem
  }
  const config = { CANARY_KEY: canaryKey, SITE_ORIGIN: site }
  const failure = await runCanary({ config, contracts, log: { ...log, error } }).catch(String)
  return { failure, problems }
}

test.each([
  [
    'whose page has lost its CSP',
    pageWith({ 'x-content-type-options': 'nosniff' }),
    { 'The page has its security headers': 'the CSP is missing or not strict' },
  ],
  [
    'whose page has a CSP without the bucket',
    pageWith(securityHeaders({ uploads: 'https://elsewhere.test' })),
    {
      [upload]: expect.stringMatching(
        /^the page’s CSP does not permit http:\/\/127\.0\.0\.1:\d+ in img-src$/,
      ),
    },
  ],
  [
    'that is missing in the CORS rules of the bucket',
    () => null,
    { [upload]: 'the bucket’s CORS rule does not permit uploads from this site' },
  ],
  [
    'that decodes no picture',
    (path: string) => path === '/api/user/update-profile' && { status: 500, body: '{"message":"No sharp"}' },
    { [decoded]: 'POST /api/user/update-profile: 500: No sharp' },
  ],
  [
    'whose API answers 403 to everybody',
    (path: string) => path.startsWith('/api/') && { status: 403, body: '<h1>403</h1>' },
    {
      'Tasks and the leaderboard can be read': 'GET /api/tasks: 403: Forbidden',
      [signIn]: 'GET /api/auth/challenge: 403: Forbidden',
    },
  ],
  [
    'that throttles every sign-in',
    (path: string) => path.startsWith('/api/auth/') && { status: 429, body: '{"message":"Too many"}' },
    { [signIn]: 'throttled: GET /api/auth/challenge: 429: Too many' },
  ],
])('The canary fails at a site %s, and logs each problem', async (_, answerOf, expected) => {
  const { failure, problems } = await canaryOf(await startProxySite(inject('stack').origin, answerOf))
  expect(failure).toContain(`${Object.keys(problems).length} checks failed, with the user smoke_`)
  expect(problems).toMatchObject(expected)
  // After a failed sign-in, no check reports the missing session as a second problem.
  expect([upload, signIn].filter((check) => check in problems)).toHaveLength(1)
})

test('Each run of the canary signs in as the same user, leaves no session, and reports exactly the missing pages', async () => {
  const { origin } = inject('stack')
  const first = await canaryOf(origin)
  expect(first.problems).toEqual({
    'The page has its security headers': 'it answers 404',
    'The script of the page is cached as immutable': 'the page names no script',
    'Every path of the web app serves the page': '/tasks answers 404',
  })
  expect(await canaryOf(origin)).toEqual(first)
  const canary = new ApiClient(origin, new Wallet(id(canaryKey)))
  const { isFirstLogin, username } = await canary.signIn()
  expect([isFirstLogin, username]).toEqual([false, expect.stringMatching(/^smoke_[0-9a-f]{12}$/)])
  expect((await canary.call('GET /api/user/security', {})).sessions).toHaveLength(1)
})

test('An unreachable site fails every check of the canary, but not before its stage has contracts', async () => {
  const site = 'http://127.0.0.1:9'
  expect((await canaryOf(site)).failure).toContain('11 checks failed, with the user smoke_')
  expect((await canaryOf(site, async () => null)).failure).toBeUndefined()
})

/** A proxy of the marketplace on another origin, which answers some paths itself. */
async function startProxySite(
  origin: string,
  answerOf: (path: string) => Answer | null | false,
): Promise<string> {
  const proxy = await listen(async (request, response) => {
    const own = answerOf(request.url ?? '')
    if (own) return void response.writeHead(own.status, own.headers).end(own.body)
    const sent = await buffer(request)
    const { cookie = '', 'content-type': type = 'application/json', origin: from } = request.headers
    const answer = await fetch(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      redirect: 'manual',
      headers: {
        cookie,
        'content-type': type,
        ...(from && { origin: from === proxy.origin ? origin : from }),
      },
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    })
    response.writeHead(answer.status, {
      'set-cookie': answer.headers.getSetCookie(),
      'cache-control': answer.headers.get('cache-control') ?? '',
      location: answer.headers.get('location') ?? '',
    })
    response.end(await answer.text())
  })
  onTestFinished(proxy.close)
  return proxy.origin
}

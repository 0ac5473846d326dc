import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import { securityHeaders } from '../../domain/headers.ts'
import { smoke } from '../../ops/smoke.ts'
import { listen } from '../support/listen.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

test('The smoke test reports exactly the missing pages of a stack that serves only the API', async () => {
  const problems: string[] = []
  let all = 0
  for await (const { check, problem } of smoke(inject('stack').origin)) {
    all++
    if (problem) problems.push(`${check}: ${problem}`)
  }
  expect(problems).toEqual([
    'The page has its security headers: it answers 404',
    'The script of the page is cached as immutable: the page names no script',
    'Every path of the web app serves the page: /tasks answers 404',
  ])
  expect(all).toBe(14)
})

test('Every check of the smoke test fails for an unreachable site, and the smoke test does not throw', async () => {
  const problems: (string | null)[] = []
  for await (const { problem } of smoke('http://127.0.0.1:9')) problems.push(problem)
  expect(problems.length).toBeGreaterThan(3)
  expect(problems).not.toContain(null)
})

test('The smoke command refuses a URL with https:// twice and prints its usage', async () => {
  const { code, output } = await runOperatorCommand('ops/smoke.ts', ['https://https://site.test'], {})
  expect(output).toContain('npm run smoke -- https://example.org')
  expect(code).toBe(1)
})

test.each([
  [
    'whose page has a CSP without the bucket',
    securityHeaders({ uploads: 'https://elsewhere.test' })['content-security-policy'],
    /^the page’s CSP does not permit http:\/\/127\.0\.0\.1:\d+ in img-src$/,
  ],
  [
    'that is missing in the CORS rules of the bucket',
    null,
    'the bucket’s CORS rule does not permit uploads from this site',
  ],
])('The smoke test reports a site %s', async (_, policy, expected) => {
  const site = await startProxySite(inject('stack').origin, policy)
  const problems = new Map<string, string | null>()
  for await (const { check, problem } of smoke(site)) problems.set(check, problem)
  expect(problems.get('A new wallet can sign in')).toBeNull()
  const problem = problems.get('A picture can be uploaded to its signed URL')
  if (typeof expected === 'string') expect(problem).toBe(expected)
  else expect(problem).toMatch(expected)
})

/** A proxy of the marketplace on another origin. If `policy` is given, it serves a page with this content security policy. */
async function startProxySite(origin: string, policy: string | null): Promise<string> {
  const proxy = await listen(async (request, response) => {
    if (policy && request.url === '/') {
      const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' }
      return void response.writeHead(200, headers).end('<div id="root"></div>')
    }
    const sent = await buffer(request)
    const { cookie = '', 'content-type': type = 'application/json', origin: from } = request.headers
    const answer = await fetch(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
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
    })
    response.end(await answer.text())
  })
  onTestFinished(proxy.close)
  return proxy.origin
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { securityHeaders } from '../../domain/headers.ts'
import { smoke } from '../../ops/smoke.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

test('The smoke test reports exactly the missing pages of a stack that serves only the API', async () => {
  const problems: string[] = []
  let all = 0
  for await (const { what, trouble } of smoke(inject('stack').origin)) {
    all++
    if (trouble) problems.push(`${what}: ${trouble}`)
  }
  expect(problems).toEqual([
    'the page, with the headers that protect it: it answers 404',
    'its script, kept for good: the page names none',
    'every address of the web app, opened directly: /tasks answers 404',
  ])
  expect(all).toBe(14)
})

test('Every check of the smoke test fails for an unreachable site, and the smoke test does not throw', async () => {
  const troubles: (string | null)[] = []
  for await (const { trouble } of smoke('http://127.0.0.1:9')) troubles.push(trouble)
  expect(troubles.length).toBeGreaterThan(3)
  expect(troubles).not.toContain(null)
})

test('The smoke command refuses a URL with https:// twice and prints its usage', async () => {
  const { code, output } = await runOperatorCommand('ops/smoke-cli.ts', ['https://https://site.test'], {})
  expect(output).toContain('npm run smoke -- https://example.org')
  expect(code).toBe(1)
})

test.each([
  [
    'whose page has a CSP without the bucket',
    securityHeaders({ uploads: 'https://elsewhere.test' })['content-security-policy'],
    /^the page’s CSP keeps browsers from http:\/\/127\.0\.0\.1:\d+ \(img-src\)$/,
  ],
  [
    'that is missing in the CORS rules of the bucket',
    null,
    'pages of this site may not put anything there (CORS)',
  ],
])('The smoke test reports a site %s', async (_, policy, expected) => {
  const site = await startProxySite(inject('stack').origin, policy)
  const troubles = new Map<string, string | null>()
  for await (const { what, trouble } of smoke(site)) troubles.set(what, trouble)
  expect(troubles.get('a sign-in with Ethereum')).toBeNull()
  const trouble = troubles.get('a picture, put where its signed address says')
  if (typeof expected === 'string') expect(trouble).toBe(expected)
  else expect(trouble).toMatch(expected)
})

/** A proxy of the marketplace on another origin. If `policy` is given, it serves a page with this content security policy. */
async function startProxySite(origin: string, policy: string | null): Promise<string> {
  const server = createServer(async (request, response) => {
    if (policy && request.url === '/') {
      const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' }
      return response.writeHead(200, headers).end('<div id="root"></div>')
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { cookie = '', 'content-type': type = 'application/json', origin: from } = request.headers
    const answer = await fetch(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers: {
        cookie,
        'content-type': type,
        ...(from && { origin: from === ownOrigin() ? origin : from }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, {
      'set-cookie': answer.headers.getSetCookie(),
      'cache-control': answer.headers.get('cache-control') ?? '',
    })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ownOrigin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => void server.close())
  return ownOrigin()
}

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { newFundedUser, site } from '../support/shared-fixture.ts'

/** The status of a raw request, because `fetch` would normalize such URLs before it sends them. */
function statusAndMessage(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(site.origin)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })
}

test.each([
  '//',
  '//elsewhere.example/faucet',
  'http://[',
])('A request for the malformed URL %s answers 400', async (path) => {
  expect(await statusAndMessage(path)).toBe(400)
})

test('A multipart body without its end boundary answers 400, and the server keeps running', async () => {
  const person = await newFundedUser()
  const answer = await fetch(`${site.origin}/api/submissions/upload`, {
    method: 'POST',
    headers: {
      cookie: person.cookie,
      origin: site.origin,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  })
  expect(answer.status).toBe(400)
  expect((await fetch(`${site.origin}/api/health`)).status).toBe(200)
})

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { site } from '../support/shared-fixture.ts'

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

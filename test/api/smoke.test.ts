import { expect, inject, test } from 'vitest'
import { smoke } from '../../local/smoke.ts'

test('the smoke test names what a site lacks: here its pages, for only the API is served', async () => {
  const troubles: string[] = []
  let all = 0
  for await (const { what, trouble } of smoke(inject('stack').origin)) {
    all++
    if (trouble) troubles.push(`${what}: ${trouble}`)
  }
  expect(troubles).toEqual([
    'the page, with the headers that protect it: it answers 404',
    'its script, kept for good: the page names none',
    'every address of the web app, opened directly: /tasks answers 404',
  ])
  expect(all).toBe(14)
})

test('a site that is not there is one trouble after another, and no crash', async () => {
  const troubles: (string | null)[] = []
  for await (const { trouble } of smoke('http://127.0.0.1:9')) troubles.push(trouble)
  expect(troubles.length).toBeGreaterThan(3)
  expect(troubles).not.toContain(null)
})

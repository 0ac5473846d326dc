import { existsSync } from 'node:fs'
import type * as z from 'zod'
import { api, cachedPaths, gatewayKeys, listPaths, rowKey, splitRoute } from '../../domain/api.ts'
import { groups } from '../../domain/route.ts'
import { scorecard } from '../../domain/scorecard.ts'
import { submission } from '../../domain/submission.ts'
import { task } from '../../domain/task.ts'
import { user } from '../../domain/user.ts'
import { describeInput, describeOutput } from './describe-schema.ts'

const rows = Object.entries(api)
const fieldsOf = (schema: z.ZodType) => describeOutput(schema).slice(1, -1)

/** Objects that many responses contain. */
const shared = Object.entries({ Task: task, Submission: submission, Scorecard: scorecard, User: user })

/** Replaces the fields of shared objects by `...Task`, `...Submission` and so on. */
function shorten(text: string): string {
  return shared.reduce((short, [name, schema]) => short.replaceAll(fieldsOf(schema), `...${name}`), text)
}

test('Routes and shared objects have the attributes, inputs and responses of api.snapshot.txt (vitest --update rewrites it)', async () => {
  const objects = shared.map(([name, schema]) => `${name}\n  ${fieldsOf(schema).replaceAll(', ', '\n  ')}\n`)
  const routes = rows.map(([route, { input, output, ...attributes }]) =>
    [
      `${route}\n  ${JSON.stringify(attributes)}`,
      `  takes ${describeInput(input)}`,
      `  answers ${shorten(describeOutput(output))}\n`,
    ].join('\n'),
  )
  await expect([...objects, ...routes].join('\n')).toMatchFileSnapshot('./api.snapshot.txt')
})

test('No two routes share a name', () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length)
})

test('Every group of routes has a handler file and at least one route', () => {
  const promised = [
    ...['auth', 'tasks', 'submissions', 'uploads', 'users', 'notifications', 'admin'],
    ...['payouts', 'moderation', 'verdicts'],
  ]
  expect(groups).toEqual(promised)
  for (const group of promised)
    expect(existsSync(new URL(`../../functions/handlers/${group}.ts`, import.meta.url)), group).toBe(true)
  expect(new Set(rows.map(([, { group }]) => group))).toEqual(new Set(promised))
})

test('Every path parameter is a field of its route’s input', () => {
  for (const [key, { input }] of rows) {
    const names = [...splitRoute(key).path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    const shape = 'shape' in input ? Object.keys(input.shape) : []
    expect(shape, key).toEqual(expect.arrayContaining(names))
  }
})

test('Every route’s input rejects an unknown field', () => {
  for (const [key, { input }] of rows) {
    const { error } = input.safeParse({ invented: 1 })
    expect(JSON.stringify(error?.issues), key).toContain('unrecognized_keys')
  }
})

test('splitRoute splits a route key into its method and its path', () => {
  expect(splitRoute('GET /api/tasks/{id}')).toEqual({ method: 'GET', path: '/api/tasks/{id}' })
})

test('The search in reviews ignores spaces around its words', () => {
  expect(api['GET /api/reviews'].input.parse({ q: ' park ' })).toEqual({ q: 'park', status: 'pending' })
})

test('A password has 8 to 256 characters', () => {
  const register = (password: string) =>
    api['POST /api/register'].input.safeParse({ username: 'ada', password }).success
  expect([7, 8, 256, 257].map((length) => register('x'.repeat(length)))).toEqual([false, true, true, false])
})

test('A signature is 65 to 1024 whole bytes of hex', () => {
  const link = (signature: string) =>
    api['POST /api/wallet'].input.safeParse({ walletAddress: `0x${'1'.repeat(40)}`, signature }).success
  const valid = `0x${'ab'.repeat(65)}`
  expect([valid, `0x${'AB'.repeat(1024)}`].map(link)).toEqual([true, true])
  const invalid = [`0x${'ab'.repeat(64)}`, `0x${'ab'.repeat(1025)}`, `${valid}c`, ` ${valid}`, valid.slice(2)]
  expect(invalid.map(link)).toEqual([false, false, false, false, false])
})

test('The gateway has a HEAD route for each GET whose answer caches may keep, and no other', () => {
  expect(gatewayKeys('GET /robots.txt')).toEqual(['GET /robots.txt', 'HEAD /robots.txt'])
  expect(gatewayKeys('GET /api/tasks')).toEqual(['GET /api/tasks'])
  expect(['HEAD /robots.txt', 'POST /api/tasks'].map(rowKey)).toEqual(['GET /robots.txt', 'POST /api/tasks'])
})

test('CloudFront caches lists, and outside of /api/ pages, feeds and data', () => {
  expect(listPaths).toEqual(['/api/tasks', '/api/leaderboard'])
  const documents = ['/t/*', '/feeds/*', '/sitemap.xml', '/robots.txt']
  expect(cachedPaths).toEqual([
    ...documents.map((pattern) => ({ pattern, kind: 'document' })),
    { pattern: '/config.json', kind: 'data' },
  ])
})

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api, routeKeys, splitRoute } from '../../domain/api.ts'
import { groups } from '../../domain/route.ts'
import { ulid } from '../../domain/schema.ts'

/** The routes of spec section 7, then those of design section 7, then those for closing, retrying and the money overview. */
const promised = `
  GET /api/user
  POST /api/login
  POST /api/register
  POST /api/logout
  GET /api/auth/challenge
  POST /api/auth/web3
  POST /api/wallet
  GET /api/tasks
  GET /api/tasks/{id}
  POST /api/tasks
  GET /api/tasks/{id}/user-submission
  GET /api/user/completed-tasks
  GET /api/dashboard
  GET /api/admin/dashboard
  GET /api/submissions/{id}
  PATCH /api/submissions/{id}
  POST /api/submissions
  POST /api/submissions/upload
  GET /api/users/{userId}
  GET /api/check-file
  GET /api/leaderboard
  POST /api/user/upload-profile-image
  POST /api/user/update-username
  POST /api/user/update-profile
  POST /api/blockchain/release-reward

  GET /api/files/{key+}
  GET /api/health
  GET /api/openapi.json

  POST /api/tasks/{id}/close
  POST /api/admin/payouts/{submissionId}/retry
  GET /api/admin/money
`
const rows = Object.entries(api)

test('`api` has exactly the promised routes', () => {
  expect([...routeKeys].sort()).toEqual(promised.match(/\w+ \/\S+/g)?.sort())
})

test('No two routes share a name', () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length)
})

test('Every group has a handler file and at least one route, and every route is in a known group', () => {
  for (const group of groups) {
    expect(existsSync(new URL(`../../functions/handlers/${group}.ts`, import.meta.url)), group).toBe(true)
  }
  expect(new Set(rows.map(([, { group }]) => group))).toEqual(new Set(groups))
})

test('Every path parameter is a field of its route’s input', () => {
  for (const [key, { input }] of rows) {
    const names = [...splitRoute(key).path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    const shape = 'shape' in input ? Object.keys(input.shape) : []
    expect(shape, key).toEqual(expect.arrayContaining(names))
  }
})

test('The written-out routes, and no others, are open to anyone or reserved for admins', () => {
  const anyone = rows.filter(([, { access }]) => access === 'anyone').map(([key]) => key)
  expect(anyone.sort()).toEqual(
    [
      'GET /api/auth/challenge',
      'GET /api/files/{key+}',
      'GET /api/health',
      'GET /api/leaderboard',
      'GET /api/openapi.json',
      'GET /api/tasks',
      'GET /api/tasks/{id}',
      'GET /api/users/{userId}',
      'POST /api/auth/web3',
      'POST /api/login',
      'POST /api/logout',
      'POST /api/register',
    ].sort(),
  )
  expect(rows.filter(([, { access }]) => access === 'admin').map(([key]) => key)).toEqual([
    'GET /api/admin/dashboard',
    'POST /api/admin/payouts/{submissionId}/retry',
    'GET /api/admin/money',
  ])
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

test('Every field by which a subject is found is an id in the input of its row', () => {
  for (const [key, row] of rows) {
    if (!('subject' in row)) continue
    for (const field of Object.values<string | readonly string[]>(row.subject).flat()) {
      const { shape } = row.input as unknown as { shape: Record<string, unknown> }
      expect(shape[field], `${key}: ${field}`).toBe(ulid)
    }
  }
})

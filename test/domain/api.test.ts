import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api, routeKeys, splitRoute } from '../../domain/api.ts'
import { groups } from '../../domain/route.ts'
import { ulid } from '../../domain/schema.ts'

/** The calls of the specification's section 7, then those of the design's section 7, then ours for money on its way. */
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

test('every call of the specification is a row, and no other', () => {
  expect([...routeKeys].sort()).toEqual(promised.match(/\w+ \/\S+/g)?.sort())
})

test('no two rows share a name', () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length)
})

test('every group has a handler file, and every row is of a group', () => {
  for (const group of groups) {
    expect(existsSync(new URL(`../../functions/handlers/${group}.ts`, import.meta.url)), group).toBe(true)
  }
  expect(new Set(rows.map(([, { group }]) => group))).toEqual(new Set(groups))
})

test('every path parameter is in its row’s input', () => {
  for (const [key, { input }] of rows) {
    const names = [...splitRoute(key).path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    const shape = 'shape' in input ? Object.keys(input.shape) : []
    expect(shape, key).toEqual(expect.arrayContaining(names))
  }
})

test('only calls that need no sign-in are anyone’s, and only what shows or moves everybody’s is admins’ own', () => {
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

test('every input takes its own fields and no others', () => {
  for (const [key, { input }] of rows) {
    const { error } = input.safeParse({ invented: 1 })
    expect(JSON.stringify(error?.issues), key).toContain('unrecognized_keys')
  }
})

test('a route splits into its method and its path', () => {
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

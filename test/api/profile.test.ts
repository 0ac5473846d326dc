import { describe, expect, test } from 'vitest'
import { errorResponse, newUser, newVisitor } from '../support/shared-fixture.ts'

const route = 'POST /api/user/update-profile'

test('what is sent changes, what is left out stays, and what is empty is taken away', async () => {
  const person = await newUser()
  const before = await person.call('GET /api/user', {})
  const first = await person.call(route, { bio: ' I walk. ', email: 'a@b.example' })
  expect(first).toEqual({ ...before, bio: 'I walk.', email: 'a@b.example', updatedAt: first.updatedAt })
  expect(await person.call('GET /api/user', {})).toEqual(first)

  expect(await person.call(route, { bio: 'I run.' })).toMatchObject({ bio: 'I run.', email: 'a@b.example' })
  expect(await person.call(route, {})).toMatchObject({ bio: 'I run.', email: 'a@b.example' })
  expect(await person.call(route, { email: '' })).toMatchObject({ bio: 'I run.', email: null })
  expect(await person.call(route, { bio: '' })).toMatchObject({ bio: null, email: null })
  expect(await person.call('GET /api/user', {})).toMatchObject({ bio: null, email: null })
})

test('the bio is for everyone, the email is not', async () => {
  const person = await newUser()
  await person.call(route, { bio: 'I walk.', email: 'secret@b.example' })
  const seen = await newVisitor().request('GET /api/users/{userId}', { userId: person.id })
  const text = await seen.text()
  expect(text).toContain('I walk.')
  expect(text).not.toContain('secret@b.example')
})

describe('refused, with nothing changed, is', () => {
  test.each([
    ['bio', 'x'.repeat(2001)],
    ['bio', 'a\0b'],
    ['bio', 'a\u0001b'],
    ['bio', 'a\u007fb'],
    ['bio', 7],
    ['email', 'nobody'],
    ['email', 'a@b.example\r\nBcc: c@d.example'],
    ['email', `${'a'.repeat(250)}@b.example`],
    ['profileImage', 7],
    ['profileImage', 'x'.repeat(2049)],
    ['isAdmin', true],
    ['walletAddress', '0x0000000000000000000000000000000000000001'],
    ['totalEarned', 1000],
  ])('%s: %j', async (field, value) => {
    const person = await newUser()
    const before = await person.call('GET /api/user', {})
    const refused = await errorResponse(person.request(route, { bio: 'New', [field]: value }))
    expect(refused.status).toBe(400)
    expect(await person.call('GET /api/user', {})).toEqual(before)
  })
})

test('it needs a session', async () => {
  expect((await newVisitor().request(route, { bio: 'x' })).status).toBe(401)
})

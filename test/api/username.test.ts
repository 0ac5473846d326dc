import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  concurrently,
  countStatuses,
  errorResponse,
  newUser,
  newVisitor,
  statusAndMessage,
} from '../support/shared-fixture.ts'

const uniqueName = () => `name_${randomBytes(6).toString('hex')}`

test('A new username is trimmed, saved and shown in the public profile', async () => {
  const person = await newUser()
  const name = uniqueName()
  const answer = await person.call('POST /api/user/update-username', { username: `  ${name} ` })
  expect(answer).toMatchObject({ id: person.id, username: name })
  expect(await person.call('GET /api/user', {})).toMatchObject({ username: name })
  const seen = await newVisitor().call('GET /api/users/{userId}', { userId: person.id })
  expect(seen).toEqual({
    id: person.id,
    username: name,
    walletAddress: person.wallet.address,
    bio: null,
    profileImage: null,
    scorecard: expect.any(Object),
  })
})

describe('refused usernames', () => {
  test.each([
    ['is too short', 'ab', 'Username must be at least 3 characters long'],
    ['is blank', '   ', 'Username must be at least 3 characters long'],
    ['is too long', 'a'.repeat(21), 'Username must be 3-20 characters long'],
    ['has other characters', 'ada lovelace', 'Only letters, numbers and underscores'],
    ['has Cyrillic letters that look Latin', 'аda', 'Only letters, numbers and underscores'],
    ['is missing', undefined, 'Required'],
    ['is a number', 7, 'Expected string, received number'],
  ])('A username that %s answers 400', async (_, username, message) => {
    const person = await newUser()
    const refused = await errorResponse(person.request('POST /api/user/update-username', { username }))
    expect(refused.status).toBe(400)
    expect(refused.errors).toContainEqual({ path: 'username', message })
  })

  test('A username of another user answers 409 in any letter case', async () => {
    const [owner, other] = [await newUser(), await newUser()]
    const name = uniqueName()
    await owner.call('POST /api/user/update-username', { username: name })
    for (const username of [name, name.toUpperCase()]) {
      const refused = await statusAndMessage(other.request('POST /api/user/update-username', { username }))
      expect(refused).toEqual([409, 'This username is taken. Please choose another.'])
    }
  })
})

test('A user can change the letter case of their username or save it unchanged', async () => {
  const person = await newUser()
  const name = uniqueName()
  for (const username of [name, name.toUpperCase(), name.toUpperCase(), name]) {
    expect(await person.call('POST /api/user/update-username', { username })).toMatchObject({ username })
  }
})

test('A username that its user gave up can be taken by another user', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const name = uniqueName()
  await first.call('POST /api/user/update-username', { username: name })
  await first.call('POST /api/user/update-username', { username: uniqueName() })
  expect(await second.call('POST /api/user/update-username', { username: name })).toMatchObject({
    username: name,
  })
})

test('Of 20 users who claim one username concurrently, one gets it and 19 get 409', async () => {
  const people = await Promise.all(concurrently(20, newUser))
  const name = uniqueName()
  const claims = people.map((person, index) =>
    person.request('POST /api/user/update-username', { username: index % 2 ? name : name.toUpperCase() }),
  )
  expect(await countStatuses(claims)).toEqual({ 200: 1, 409: 19 })
  const now = await Promise.all(people.map((person) => person.call('GET /api/user', {})))
  expect(now.filter(({ username }) => username.toLowerCase() === name)).toHaveLength(1)
})

test('After five concurrent renames, a user has one of the usernames and the others are free', async () => {
  const [person, other] = [await newUser(), await newUser()]
  const names = Array.from({ length: 5 }, uniqueName)
  await Promise.all(names.map((username) => person.request('POST /api/user/update-username', { username })))
  const { username } = await person.call('GET /api/user', {})
  expect(names).toContain(username)
  for (const name of names.filter((one) => one !== username)) {
    expect((await other.request('POST /api/user/update-username', { username: name })).status).toBe(200)
  }
})

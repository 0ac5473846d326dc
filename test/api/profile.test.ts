import { freshSignInNeeded } from '../../domain/errors.ts'
import { ageSession } from '../support/age-session.ts'
import { newUser, newVisitor, statusAndMessage } from '../support/shared-fixture.ts'

const route = 'POST /api/user/update-profile'

test('Updating a profile changes the fields sent, keeps the others, and clears fields sent as empty text', async () => {
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

test('The public profile shows the bio and not the email address', async () => {
  const person = await newUser()
  await person.call(route, { bio: 'I walk.', email: 'secret@b.example' })
  const seen = await newVisitor().request('GET /api/users/{userId}', { userId: person.id })
  const text = await seen.text()
  expect(text).toContain('I walk.')
  expect(text).not.toContain('secret@b.example')
})

test('An old session changes the bio and not the e-mail address, so that a thief receives no mail of the owner', async () => {
  const person = await newUser()
  await person.call(route, { email: 'a@b.example' })
  await ageSession(person)
  await person.call(route, { email: 'a@b.example', bio: 'I walk.' })
  for (const email of ['thief@b.example', ''])
    expect(await statusAndMessage(person.request(route, { email }))).toEqual([401, freshSignInNeeded])
  expect(await person.call('GET /api/user', {})).toMatchObject({ bio: 'I walk.', email: 'a@b.example' })
})

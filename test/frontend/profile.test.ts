import { usernameProblem } from '../../frontend/src/features/auth/credentials.ts'

test.each([
  ['ab', 'Please enter a username with at least 3 characters'],
  ['a'.repeat(21), 'Username must be 3-20 characters long'],
  ['two words', 'Only letters, numbers and underscores'],
  ['fine_name_1', undefined],
])('The first sign-in accepts usernames of 3 to 20 letters, numbers and underscores: %s', (name, message) => {
  expect(usernameProblem(name)?.message).toBe(message)
})

import type { User } from '../../domain/user.ts'
import { usernameProblem as firstProblem } from '../../frontend/src/features/auth/credentials.ts'
import { changesOf, pictureProblem, usernameProblem } from '../../frontend/src/features/profile/profile.ts'

test.each([
  ['ab', 'Username must be at least 3 characters long', 'Please enter a username with at least 3 characters'],
  ['a'.repeat(21), 'Username must be 3-20 characters long', 'Username must be 3-20 characters long'],
  ['two words', 'Only letters, numbers and underscores', 'Only letters, numbers and underscores'],
  ['fine_name_1', undefined, undefined],
])('The profile and the first sign-in accept usernames of 3 to 20 letters, numbers and underscores: %s', (name, ofProfile, ofFirst) => {
  expect([usernameProblem(name)?.message, firstProblem(name)?.message]).toEqual([ofProfile, ofFirst])
})

test('The profile form accepts a PNG of at most 2 MB and refuses a PDF', () => {
  const problem = (type: string, size: number) => pictureProblem({ type, size })?.title
  expect(problem('application/pdf', 10)).toBe('Invalid file type')
  expect(problem('image/png', 2 * 1024 * 1024)).toBeUndefined()
  expect(problem('image/png', 2 * 1024 * 1024 + 1)).toBe('File too large')
})

test('The profile form sends only changed values', () => {
  const user = { username: 'una', email: null, bio: null } as User
  const same = { username: ' una ', email: '', bio: '' }
  expect(changesOf(user, same)).toEqual({ username: null, details: null })
  expect(changesOf(user, { ...same, username: 'uno', bio: 'Hello ' })).toEqual({
    username: 'uno',
    details: { email: '', bio: 'Hello' },
  })
})

import type { User } from '../../domain/user.ts'
import { sessionEnded, withSession } from '../../frontend/src/features/auth/session-mutation.ts'
import { ApiError } from '../../frontend/src/lib/api.ts'

const someone = (id: string): User => ({
  id,
  username: `user ${id}`,
  email: null,
  walletAddress: null,
  bio: null,
  isAdmin: false,
  profileImage: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const ended = () => new ApiError(401, '', 'Unauthorized')
const current = () => someone('a')

test('A request in a valid session runs once, without a sign-in', async () => {
  const signInAgain = vi.fn()
  await expect(withSession(async () => 'done', { current, signInAgain })).resolves.toBe('done')
  expect(signInAgain).not.toHaveBeenCalled()
})

test('A request whose session has expired runs again after the same user signed in', async () => {
  const work = vi.fn().mockRejectedValueOnce(ended()).mockResolvedValue('done')
  await expect(withSession(work, { current, signInAgain: async () => someone('a') })).resolves.toBe('done')
  expect(work).toHaveBeenCalledTimes(2)
})

test('A request does not run again without a sign-in, for another user, or after another error', async () => {
  const work = vi.fn().mockRejectedValue(ended())
  await expect(withSession(work, { current, signInAgain: async () => null })).rejects.toThrow(sessionEnded)
  await expect(withSession(work, { current, signInAgain: async () => someone('b') })).rejects.toThrow(
    'You are signed in as user b now; this was begun as user a.',
  )
  expect(work).toHaveBeenCalledTimes(2)
  const signInAgain = vi.fn()
  const other = new ApiError(409, '', 'Conflict')
  await expect(withSession(() => Promise.reject(other), { current, signInAgain })).rejects.toBe(other)
  await expect(
    withSession(() => Promise.reject(ended()), { current: () => null, signInAgain }),
  ).rejects.toMatchObject({ status: 401 })
  expect(signInAgain).not.toHaveBeenCalled()
})

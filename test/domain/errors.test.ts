import { AppError, freshSignInNeeded } from '../../domain/errors.ts'

test('An AppError has the code, message, field errors and seconds to wait of its constructor', () => {
  const errors = [{ path: 'reward', message: 'Required' }]
  const error = new AppError('tooManyRequests', 'Slow down', errors, 60)
  expect(error.message).toBe('Slow down')
  expect(error).toMatchObject({ name: 'AppError', code: 'tooManyRequests', errors, retryAfter: 60 })
})

test('The refusal of an old session names the 15 minutes after a sign-in', () => {
  expect(freshSignInNeeded).toContain('over 15 minutes ago')
})

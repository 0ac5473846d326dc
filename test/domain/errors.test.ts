import { expect, test } from 'vitest'
import { AppError, errorStatus } from '../../domain/errors.ts'

test('Every error code has its HTTP status', () => {
  expect(errorStatus).toEqual({
    invalid: 400,
    unauthenticated: 401,
    forbidden: 403,
    notFound: 404,
    conflict: 409,
    tooLarge: 413,
    unsupportedType: 415,
    tooManyRequests: 429,
    internal: 500,
    unavailable: 503,
  })
})

test('An AppError has the given code, message and field errors', () => {
  const fields = [{ path: 'username', message: 'Required' }]
  const error = new AppError('invalid', 'username: Required', fields, 30)
  expect(error).toBeInstanceOf(Error)
  expect({ ...error, message: error.message }).toEqual({
    name: 'AppError',
    code: 'invalid',
    message: 'username: Required',
    errors: fields,
    retryAfter: 30,
  })
  expect(new AppError('conflict', 'Taken')).toMatchObject({ errors: undefined, retryAfter: undefined })
})

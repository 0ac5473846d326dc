import { queryOptions } from '@tanstack/react-query'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call } from '../../lib/api.ts'

/** The signed-in person, or null: a 401 means that nobody is, and is no error (spec section 4, Session). */
export const currentUserQuery = queryOptions({
  queryKey: ['GET /api/user'],
  queryFn: (): Promise<User | null> =>
    call('GET /api/user').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { User } from '../../../../domain/user.ts'
import { currentUserQuery } from './current-user.ts'

/** Makes someone the current user, once the server has (spec section 4, Session). */
export function useArrival(): (user: User) => void {
  const client = useQueryClient()
  return useCallback(
    (user) => {
      client.setQueryData(currentUserQuery.queryKey, user)
      // Answers fetched before are those of a stranger.
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
      })
    },
    [client],
  )
}

import { useMutation } from '@tanstack/react-query'
import type { RouteKey, Sent } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import type { QueryName } from '../../lib/query.ts'
import { useAuth } from './auth.tsx'

/** `useApiMutation` for a route that needs a session, perhaps a new one: it asks for a sign-in and then repeats the request. */
export function useSessionMutation<K extends RouteKey>(route: K, changes: readonly QueryName[] = []) {
  const { withSession } = useAuth()
  const { mutateAsync } = useApiMutation(route, changes)
  return useMutation({ mutationFn: (input: Sent<K>) => withSession(() => mutateAsync(input)) })
}

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type Arguments, call, type Output, type RouteKey, type Sent } from './api.ts'
import { invalidateAll } from './query.ts'

/**
 * An action of the API. When it succeeds, everything that was read before is stale: what is on the screen is read again. This
 * also holds when the server refuses the action with 409, because then the displayed data were stale already.
 * `isChange`: false for an answer that changed nothing.
 */
export async function callAction<K extends RouteKey>(
  client: QueryClient,
  route: K,
  input: Sent<K>,
  isChange: (answer: Output<K>) => boolean = () => true,
): Promise<Output<K>> {
  try {
    const answer = await call(route, ...([input] as Arguments<K>))
    if (isChange(answer)) invalidateAll(client)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) invalidateAll(client)
    throw error
  }
}

/** `callAction` for a component, which renders again while the action runs and when it ends. */
export function useApiMutation<K extends RouteKey>(route: K, isChange?: (answer: Output<K>) => boolean) {
  const client = useQueryClient()
  return useMutation({ mutationFn: (input: Sent<K>) => callAction(client, route, input, isChange) })
}

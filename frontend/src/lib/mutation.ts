import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type Arguments, call, type Output, type RouteKey, type Sent } from './api.ts'
import { invalidateAll } from './query.ts'

/**
 * An action of the API. When it succeeds, everything that was read before is stale: what is on the screen is read again. This
 * also holds when the server refuses the action with 409, because then the displayed data were stale already.
 * `isChange`: false for an answer that changed nothing.
 */
export function useApiMutation<K extends RouteKey>(
  route: K,
  isChange: (answer: Output<K>) => boolean = () => true,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Sent<K>) => call(route, ...([input] as Arguments<K>)),
    onSuccess: (answer) => isChange(answer) && invalidateAll(client),
    onError: (error) => error instanceof ApiError && error.status === 409 && invalidateAll(client),
  })
}

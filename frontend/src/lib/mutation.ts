import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type Arguments, call, type Output, type RouteKey, type Sent } from './api.ts'
import { invalidate, type QueryName } from './query.ts'

/**
 * An action of the API. `changes`: the queries whose answers it changes, which become stale when it succeeds, and when
 * the server refuses it with 409, because then the displayed data were stale already.
 * `isChange`: false for an answer that changed nothing.
 */
export function useApiMutation<K extends RouteKey>(
  route: K,
  changes: readonly QueryName[],
  isChange: (answer: Output<K>) => boolean = () => true,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Sent<K>) => call(route, ...([input] as Arguments<K>)),
    onSuccess: (answer) => isChange(answer) && invalidate(client, changes),
    onError: (error) => error instanceof ApiError && error.status === 409 && invalidate(client, changes),
  })
}

import { QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { ui } from '../../../domain/limits.ts'
import { type Arguments, callAgain, keepSource, type Output, type RouteKey } from './api.ts'

/**
 * The defaults of queries: never stale, no retries, no refetch on focus, and unused data are kept 5 minutes.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: ui.cacheKept,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Items that have not changed stay the same objects, so that rows render again only if their item has changed.
      structuralSharing: (before, now) => {
        const merged: unknown = replaceEqualDeep(before, now)
        keepSource(now, merged)
        return merged
      },
    },
    // Without a connection an action fails at once with a message. It does not wait for the connection.
    mutations: { retry: false, networkMode: 'always' },
  },
})

type GetRoute = Extract<RouteKey, `GET ${string}`>

/** What a query reads: a route, or the TAX balance of a wallet on the chain. */
export type QueryName = GetRoute | 'balance'

/** A query's key. Invalidating a name covers every key with this name, with any arguments. */
export const queryKey = (name: QueryName, ...args: unknown[]) => [name, ...args]

/** Key, function and type of the query that reads a route. */
export const apiQuery = <K extends GetRoute>(route: K, ...input: Arguments<K>) =>
  queryOptions({
    queryKey: queryKey(route, ...input),
    queryFn: ({ client, queryKey: key }) => callAgain(route, input[0], client.getQueryData<Output<K>>(key)),
  })

/** Marks the queries of these names as stale; those on the screen are read again at once. */
export function invalidate(client: QueryClient, names: readonly QueryName[]): void {
  for (const name of names) void client.invalidateQueries({ queryKey: queryKey(name) })
}

/** Marks all queries as stale; those on the screen are read again at once. */
export const invalidateAll = (client: QueryClient) => void client.invalidateQueries()

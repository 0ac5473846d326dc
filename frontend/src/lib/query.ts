import {
  type QueryClient as Client,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { ui } from '../../../domain/limits.ts'
import { type Api, type Arguments, call, callPage, type Output, type RouteKey, type Sent } from './api.ts'

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
  queryOptions({ queryKey: queryKey(route, ...input), queryFn: () => call(route, ...input) })

/** The routes whose answers are pages of a list. */
export type PageRoute = { [K in GetRoute]: Api[K] extends { answer: 'page' } ? K : never }[GetRoute]

/** The rows of a page route, as far as its pages were read. A row stays the same object until it changes. */
export const usePages = <K extends PageRoute>(
  route: K,
  input: Sent<K>,
  { enabled = true, refetchOnMount = true as true | 'always' } = {},
) =>
  useInfiniteQuery({
    queryKey: queryKey(route, input, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      callPage(route, { ...input, ...(pageParam && { cursor: pageParam }) } as Sent<K>, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items as unknown[]) as Output<K>,
    enabled,
    refetchOnMount,
  })

/** Marks the queries of these names as stale; those on the screen are read again at once. */
export function invalidate(client: Client, names: readonly QueryName[]): void {
  for (const name of names) void client.invalidateQueries({ queryKey: queryKey(name) })
}

/** Marks all queries as stale; those on the screen are read again at once. */
export const invalidateAll = (client: Client) => void client.invalidateQueries()

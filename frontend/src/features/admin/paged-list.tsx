import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callPage, type Output } from '../../lib/api.ts'
import { queryKey } from '../../lib/query.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MoreButton, useNewRows } from '../../ui/show-more.tsx'

type PagedRoute = 'GET /api/admin/audit' | 'GET /api/admin/reports'

interface Props<Route extends PagedRoute> {
  route: Route
  /** The content for assistive technology, such as 'the audit log'. */
  what: string
  /** The title of the error state. */
  title: string
  /** The label of the button that reads the next page. */
  more: string
  /** Shown if there are no items. */
  empty: ReactNode
  children: (items: Output<Route>, list: ReturnType<typeof useNewRows>['list']) => ReactNode
}

/** The items of a list route, with a button that reads its next page. */
export function PagedList<Route extends PagedRoute>(props: Props<Route>) {
  const { route, what, title, more, empty, children } = props
  const query = useInfiniteQuery({
    queryKey: queryKey(route, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      callPage<PagedRoute>(route, pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  })
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const items = (data?.pages.flatMap((page): unknown[] => page.items) ?? []) as Output<Route>
  const { list, expectMore } = useNewRows(items.length)
  return (
    <Loaded query={query} what={what} title={title}>
      {() => (
        <>
          {items.length > 0 ? children(items, list) : empty}
          <ErrorText error={error} className="mt-6" />
          {hasNextPage && (
            <MoreButton
              busy={isFetchingNextPage && 'Loading…'}
              onClick={() => {
                expectMore()
                void fetchNextPage()
              }}
            >
              {more}
            </MoreButton>
          )}
        </>
      )}
    </Loaded>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { type QueryName, queryKey } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useNewRows } from '../../ui/show-more.tsx'

export type RowsRef = ReturnType<typeof useNewRows>['list']

interface Props<Item> {
  route: QueryName
  load: (input: { cursor?: string }, signal: AbortSignal) => Promise<{ items: Item[]; next: string | null }>
  /** The content for assistive technology, such as 'the audit log'. */
  what: string
  /** The title of the error state. */
  title: string
  /** The label of the button that reads the next page. */
  more: string
  children: (items: Item[], list: RowsRef) => ReactNode
}

/** The items of a list route, with a button that reads its next page. */
export function PagedList<Item>({ route, load, what, title, more, children }: Props<Item>) {
  const query = useInfiniteQuery({
    queryKey: queryKey(route, 'pages'),
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  })
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const { list, expectMore } = useNewRows(items.length)
  return (
    <Loaded query={query} what={what} title={title}>
      {() => (
        <>
          {children(items, list)}
          {error && (
            <p role="alert" className="mt-6 font-medium text-red">
              {reasonOf(error)}
            </p>
          )}
          {hasNextPage && (
            <div className="mt-8 flex">
              <Button
                variant="secondary"
                className="w-full sm:mx-auto sm:w-auto"
                busy={isFetchingNextPage && 'Loading…'}
                onClick={() => {
                  expectMore()
                  void fetchNextPage()
                }}
              >
                {more}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

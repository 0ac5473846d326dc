import type { ReactNode } from 'react'
import type { Output, Sent } from '../lib/api.ts'
import { type PageRoute, usePages } from '../lib/query.ts'
import { ErrorText } from './error-text.tsx'
import { Loaded } from './loaded.tsx'
import { MoreButton, useNewRows } from './show-more.tsx'

interface Props<Route extends PageRoute> {
  route: Route
  input: Sent<Route>
  /** The content for assistive technology, such as 'the audit log'. */
  what: string
  /** The title of the error state. */
  title?: string
  /** The label of the button that reads the next page. */
  more?: string
  placeholder?: ReactNode
  /** Shown if there are no items. */
  empty: ReactNode
  refetchOnMount?: true | 'always'
  children: (items: Output<Route>, list: ReturnType<typeof useNewRows>['list']) => ReactNode
}

/** The items of a list route, with a button that reads its next page. */
export function PagedList<Route extends PageRoute>(props: Props<Route>) {
  const { route, input, what, title, more = 'Show more', placeholder, empty, children } = props
  const query = usePages(route, input, { refetchOnMount: props.refetchOnMount ?? true })
  // Not its other fields: TanStack Query renders this again if a field changes that was read.
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const { length } = (data ?? []) as unknown[]
  const { list, expectMore } = useNewRows(length)
  return (
    <Loaded
      query={query}
      what={what}
      {...(title && { title })}
      {...(placeholder !== undefined && { placeholder })}
    >
      {(items) => (
        <>
          {length > 0 ? children(items, list) : !hasNextPage && empty}
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

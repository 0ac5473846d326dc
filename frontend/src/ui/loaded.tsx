import type { ReactNode } from 'react'
import { reasonOf } from '../lib/api.ts'
import { Button } from './button.tsx'
import { ErrorState, Loading, Skeleton } from './page-states.tsx'

export interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** The content for assistive technology, such as 'the audit log'. */
  what: string
  title?: string
  level?: 'h1' | 'h2' | 'h3'
  /** The text of the error state, by default the reason of the error. */
  message?: (reason: string) => ReactNode
  placeholder?: ReactNode
  className?: string
  /** Whether the error has no border, for use in a dialog. */
  bare?: boolean
  children: (data: Data) => ReactNode
}

/** What a query has read, or a placeholder, or its error with a retry button. */
export function Loaded<Data>({
  query,
  what,
  title = `Failed to load ${what}`,
  level = 'h2',
  message = (reason) => reason,
  placeholder = <Skeleton className="h-40 w-full" />,
  className = '',
  bare = false,
  children,
}: LoadedProps<Data>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (!error) return <Loading what={what}>{placeholder}</Loading>
  return (
    <ErrorState
      level={level}
      title={title}
      className={className}
      bare={bare}
      action={
        // Read only here: TanStack Query renders a component again if a field of `query` that it has read changes.
        <Button busy={query.isFetching && 'Trying again…'} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {message(reasonOf(error))}
    </ErrorState>
  )
}

import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/page-states.tsx'

interface Query<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** What a query has read, or a placeholder, or its error with a retry. `what`: 'appeals', for their texts. */
export function Loaded<Data>({
  query: { data, error, isFetching, refetch },
  what,
  children,
}: {
  query: Query<Data>
  what: string
  children: (data: Data) => ReactNode
}) {
  if (data) return children(data)
  if (!error)
    return (
      <Loading what={what}>
        <Skeleton className="h-32 w-full" />
      </Loading>
    )
  return (
    <ErrorState
      level="h2"
      title={`Failed to load the ${what}`}
      action={
        <Button busy={isFetching && 'Trying again…'} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {reasonOf(error)}
    </ErrorState>
  )
}

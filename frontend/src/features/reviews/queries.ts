import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '../../lib/query.ts'

/** Prefetches the next submission of the queue. */
export function usePrefetchedSubmission(id: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id) void client.prefetchQuery(apiQuery('GET /api/submissions/{id}', { id }))
  }, [client, id])
}

/** A submission, and its task, whose id is known only from the submission. */
export function useReviewedSubmission(id: string) {
  const submission = useQuery({
    ...apiQuery('GET /api/submissions/{id}', { id }),
    // A review must be based on the current state, not on a cached one.
    refetchOnMount: 'always',
  })
  const taskId = submission.data?.taskId ?? ''
  const task = useQuery({ ...apiQuery('GET /api/tasks/{id}', { id: taskId }), enabled: taskId !== '' })
  return {
    submission: submission.data,
    task: task.data,
    isFailed: Boolean(submission.error ?? task.error),
  }
}

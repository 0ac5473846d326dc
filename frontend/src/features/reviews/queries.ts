import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'

const submissionQuery = (id: string) => ({
  queryKey: ['GET /api/submissions/{id}', { id }],
  queryFn: () => call('GET /api/submissions/{id}', { id }),
})

/** Loads the submission that likely comes next, so that it is there when it does. */
export function usePrefetchedSubmission(id: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id) void client.prefetchQuery(submissionQuery(id))
  }, [client, id])
}

/** A submission and its task; the second can only be asked for once the first is known. */
export function useReviewedSubmission(id: string) {
  const submission = useQuery({
    ...submissionQuery(id),
    // A verdict is given on how things stand now, not on how they stood at the last look.
    refetchOnMount: 'always',
  })
  const taskId = submission.data?.taskId ?? ''
  const task = useQuery({
    queryKey: ['GET /api/tasks/{id}', { id: taskId }],
    queryFn: () => call('GET /api/tasks/{id}', { id: taskId }),
    enabled: taskId !== '',
  })
  return {
    submission: submission.data,
    task: task.data,
    isFailed: Boolean(submission.error ?? task.error),
  }
}

import { useQuery } from '@tanstack/react-query'
import { lists } from '../../../../domain/limits.ts'
import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import { call, type Output } from '../../lib/api.ts'

/** How many tasks a category has, and which part of all tasks that is, 0 to 1. */
export interface CategoryShare {
  category: string
  count: number
  share: number
}

/** The categories of these tasks, the fullest first. */
export function categoryShares(tasks: Pick<Task, 'category'>[]): CategoryShare[] {
  return [...Map.groupBy(tasks, (task) => task.category)]
    .map(([category, some]) => ({ category, count: some.length, share: some.length / tasks.length }))
    .toSorted((a, b) => b.count - a.count || a.category.localeCompare(b.category))
}

const newestFirst = (a: Submission, b: Submission) => b.createdAt.localeCompare(a.createdAt)
const isPending = ({ status }: Submission) => (status ?? 'pending') === 'pending'

/** The 5 most recent submissions (spec section 9). */
export const recent = (submissions: Submission[]): Submission[] =>
  submissions.toSorted(newestFirst).slice(0, lists.adminRecent)

/** Pending submissions first, then the newest first (spec section 2, Admin page). */
export const inReviewOrder = (submissions: Submission[]): Submission[] =>
  submissions.toSorted((a, b) => Number(isPending(b)) - Number(isPending(a)) || newestFirst(a, b))

/** Ids of pending submissions, who has waited longest first. */
export const pendingQueue = (submissions: Submission[]): string[] =>
  submissions
    .filter(isPending)
    .toSorted(newestFirst)
    .reverse()
    .map((one) => one.id)

/** Names of tasks and people by their ids; the lists hold the newest only, so an older one is told by its id. */
export function namesIn({ users, tasks }: Pick<AdminDashboard, 'users' | 'tasks'>) {
  const people = new Map(users.map((user) => [user.id, user.username]))
  const titles = new Map(tasks.map((task) => [task.id, task.title]))
  return {
    person: (id: string) => people.get(id) ?? `User #${id.slice(-6)}`,
    task: (id: string) => titles.get(id) ?? `Task #${id}`,
  }
}
export type Names = ReturnType<typeof namesIn>

export type AdminDashboard = Output<'GET /api/admin/dashboard'>

/** Everything an admin sees, fetched once; tried again once when that fails (spec section 7). */
export function useAdminDashboard() {
  return useQuery({
    queryKey: ['GET /api/admin/dashboard'],
    queryFn: () => call('GET /api/admin/dashboard'),
    retry: 1,
    retryDelay: 1000,
  })
}

/** The money in sight of admins; looked at again every half minute, since it moves by itself. */
export function useMoney() {
  return useQuery({
    queryKey: ['GET /api/admin/money'],
    queryFn: () => call('GET /api/admin/money'),
    refetchInterval: 30_000,
  })
}

import { useQuery } from '@tanstack/react-query'
import { lists } from '../../../../domain/limits.ts'
import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { Output } from '../../lib/api.ts'
import { useWithFirstPart } from '../../lib/first-part.ts'
import { isPending } from '../../lib/pending-submissions.ts'
import { apiQuery } from '../../lib/query.ts'

/** The number of tasks in a category and their share of all tasks, from 0 to 1. */
export interface CategoryShare {
  category: string
  count: number
  share: number
}

/** The categories of these tasks, the one with most tasks first. */
export function categoryShares(tasks: Pick<Task, 'category'>[]): CategoryShare[] {
  return [...Map.groupBy(tasks, (task) => task.category)]
    .map(([category, some]) => ({ category, count: some.length, share: some.length / tasks.length }))
    .toSorted((a, b) => b.count - a.count || a.category.localeCompare(b.category))
}

const newestFirst = (a: Submission, b: Submission) => b.createdAt.localeCompare(a.createdAt)

export const recent = (submissions: Submission[]): Submission[] =>
  submissions.toSorted(newestFirst).slice(0, lists.adminRecent)

/** Pending submissions first, then the newest first. */
export const inReviewOrder = (submissions: Submission[]): Submission[] =>
  submissions.toSorted((a, b) => Number(isPending(b)) - Number(isPending(a)) || newestFirst(a, b))

/** Returns functions that name a task or a user. One that is in no list is named by its id. */
export function namesIn({
  users,
  tasks,
  submissions,
}: Pick<AdminDashboard, 'users' | 'tasks' | 'submissions'>) {
  const people = new Map<string, string | null>()
  for (const { userId, submitterName } of submissions) people.set(userId, submitterName)
  for (const { id, username } of users) people.set(id, username)
  const titles = new Map(tasks.map((task) => [task.id, task.title]))
  return {
    person: (id: string) => people.get(id) ?? `User #${id.slice(-6)}`,
    task: (id: string) => titles.get(id) ?? `Task #${id}`,
  }
}
export type Names = ReturnType<typeof namesIn>

export type AdminDashboard = Output<'GET /api/admin/dashboard'>

const retry = { retry: 1, retryDelay: 1000 }

/** Requests the first rows of the admin page and then all, each once more after a failure. */
export const useAdminDashboard = () => useWithFirstPart('GET /api/admin/dashboard', retry)

/** Requests all rows of the admin page at once, for lists whose order differs from the server's. */
export const useWholeAdminDashboard = () => useQuery({ ...apiQuery('GET /api/admin/dashboard'), ...retry })

/** The funds and payouts that admins watch; read again every half minute, because they change without an admin's action. */
export const useMoney = () => useQuery({ ...apiQuery('GET /api/admin/money'), refetchInterval: 30_000 })

/** Open appeals and waiting submissions. Read again whenever the page is opened, because doers open appeals at any time. */
export const useAppeals = (enabled: boolean) =>
  useQuery({ ...apiQuery('GET /api/admin/appeals'), enabled, staleTime: 0 })

import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../lib/query.ts'

/** How an answer for admins is requested once more after a failure. */
export const retry = { retry: 1, retryDelay: 1000 }

/** Counts of the whole site and the newest submissions. */
export const useOverview = () => useQuery({ ...apiQuery('GET /api/admin/overview'), ...retry })

/** The funds and payouts that admins watch; read again every half minute, because they change without an admin's action. */
export const useMoney = () => useQuery({ ...apiQuery('GET /api/admin/money'), refetchInterval: 30_000 })

/** Open appeals and waiting submissions. Read again whenever the page is opened, because doers open appeals at any time. */
export const useAppeals = (enabled: boolean) =>
  useQuery({ ...apiQuery('GET /api/admin/appeals'), enabled, staleTime: 0 })

/** A person's or a task's name, or the words that stand for a missing one. */
export const personName = (name: string | null, id: string) => name ?? `User #${id.slice(-6)}`
export const taskName = (title: string | null | undefined, id: string) => title ?? `Task #${id}`

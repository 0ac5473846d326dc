import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { sorts } from '../../../../domain/choices.ts'
import type { TaskFilters } from './queries.ts'

const defaults: TaskFilters = { q: '', category: '', sort: 'recent' }

/** The list's filters live in the address, so that a search can be shared and Back brings it back. */
export function useTaskFilters() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? defaults.q
  const category = params.get('category') ?? defaults.category
  const sort = sorts.find((known) => known === params.get('sort')) ?? defaults.sort

  const filters = useMemo(() => ({ q, category, sort }), [q, category, sort])
  const change = useCallback(
    (next: Partial<TaskFilters>) =>
      setParams(
        (current) => {
          for (const [name, value] of Object.entries(next)) {
            if (value === defaults[name as keyof TaskFilters]) current.delete(name)
            else current.set(name, value)
          }
          return current
        },
        { replace: true },
      ),
    [setParams],
  )
  const clear = useCallback(() => change(defaults), [change])
  const active = Object.entries(filters).filter(
    ([name, value]) => value !== defaults[name as keyof TaskFilters],
  ).length

  return { filters, active, change, clear }
}

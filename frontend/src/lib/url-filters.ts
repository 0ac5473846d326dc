import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** How many of the filters differ from their defaults (spec section 9, active-filter badge). */
export const countActive = <Names extends string>(
  filters: Record<Names, string>,
  defaults: Record<Names, string>,
): number => (Object.keys(defaults) as Names[]).filter((name) => filters[name] !== defaults[name]).length

/**
 * Filters stored as query parameters, so that a view can be shared and survives Back and a reload. A filter with its
 * default value is left out. `defaults` must be the same object at each render.
 */
export function useUrlFilters<Names extends string>(defaults: Record<Names, string>) {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => {
    const names = Object.keys(defaults) as Names[]
    return Object.fromEntries(names.map((name) => [name, params.get(name) ?? defaults[name]])) as Record<
      Names,
      string
    >
  }, [params, defaults])
  const change = useCallback(
    (next: Partial<Record<Names, string>>) =>
      setParams(
        (current) => {
          for (const [name, value] of Object.entries(next) as [Names, string][]) {
            if (value === defaults[name]) current.delete(name)
            else current.set(name, value)
          }
          return current
        },
        { replace: true },
      ),
    [setParams, defaults],
  )
  const clear = useCallback(() => change(defaults), [change, defaults])
  return { filters, active: countActive(filters, defaults), change, clear }
}

import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/**
 * The query of `url` after a change of filters, or null if `url` is no longer the page at `pathname`. A filter with its
 * default value is left out.
 */
export function searchAfter<Names extends string>(
  url: { pathname: string; search: string },
  pathname: string,
  change: Partial<Record<Names, string>>,
  defaults: Record<Names, string>,
): string | null {
  if (url.pathname !== pathname) return null
  const params = new URLSearchParams(url.search)
  for (const [name, value] of Object.entries(change) as [Names, string][]) {
    if (value === defaults[name]) params.delete(name)
    else params.set(name, value)
  }
  return params.toString()
}

/**
 * Filters stored as query parameters, so that a view can be shared and survives Back and a reload. `defaults` must
 * be the same object at each render.
 */
export function useUrlFilters<Names extends string>(defaults: Record<Names, string>) {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => {
    const names = Object.keys(defaults) as Names[]
    return Object.fromEntries(names.map((name) => [name, params.get(name) ?? defaults[name]])) as Record<
      Names,
      string
    >
  }, [params, defaults])
  const change = useCallback(
    (next: Partial<Record<Names, string>>) => {
      // The browser's URL is ahead of the rendered one while React renders: a second change must keep the first, and
      // a search that ends after a click on a link must not bring the visitor back.
      const search = searchAfter(location, pathname, next, defaults)
      if (search !== null) void navigate({ pathname, search }, { replace: true, state })
    },
    [navigate, pathname, state, defaults],
  )
  const clear = useCallback(() => change(defaults), [change, defaults])
  const isFiltered = Object.entries(filters).some(([name, value]) => value !== defaults[name as Names])
  return { filters, isFiltered, change, clear }
}

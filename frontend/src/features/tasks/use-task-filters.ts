import { useMemo } from 'react'
import { useAddressFilters } from '../../lib/address-filters.ts'
import { countFilters, filterDefaults, readFilters } from './filters.ts'

/** The list's filters live in the address, so that a search can be shared and Back brings it back. */
export function useTaskFilters(isSignedIn: boolean) {
  const { filters: texts, change, clear } = useAddressFilters(filterDefaults)
  const filters = useMemo(() => readFilters(texts), [texts])
  return { filters, active: countFilters(filters, isSignedIn), change, clear }
}

import { type ReactNode, useMemo } from 'react'
import { UNSAFE_LocationContext as LocationContext, NavigationType, useLocation } from 'react-router-dom'
import { withoutDialogs } from '../lib/dialogs.ts'

/**
 * Hides from a list that the URL opens a dialog. Every link renders again when the URL changes; below this component the
 * URL stays the same when a dialog opens or closes, so that memoized rows do not render.
 */
export function PageLocation({ children }: { children: ReactNode }) {
  const { hash, pathname, search } = useLocation()
  const page = withoutDialogs(search)
  const value = useMemo(
    () => ({
      location: { hash, pathname, search: page, state: null, key: 'page' },
      navigationType: NavigationType.Pop,
    }),
    [hash, pathname, page],
  )
  return <LocationContext value={value}>{children}</LocationContext>
}

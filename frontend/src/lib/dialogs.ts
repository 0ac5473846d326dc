import { useCallback } from 'react'
import { type To, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** The dialogs that any page can open, and their search parameter: /tasks?id={id} is a task's share link. */
type DialogName = 'id' | 'create' | 'review'

/**
 * A dialog is part of the address, so that it survives a reload, can be shared, and closes with the Back button.
 * `to(value)` is where a link should lead to open it.
 */
export function useDialog(name: DialogName) {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const value = params.get(name)

  const to = useCallback(
    (next: string): To => {
      const search = new URLSearchParams(params)
      search.set(name, next)
      return { pathname, search: `?${search}` }
    },
    [params, pathname, name],
  )
  const open = useCallback((next: string) => navigate(to(next), { state: opened }), [navigate, to])
  const close = useCallback(() => {
    if (state?.opened) return navigate(-1)
    const search = new URLSearchParams(params)
    search.delete(name)
    return navigate({ pathname, search: search.toString() }, { replace: true })
  }, [navigate, state, params, pathname, name])

  return { value, to, open, close }
}

/** History state of links made with `to`: closing then goes back instead of adding to the history. */
export const opened = { opened: true }

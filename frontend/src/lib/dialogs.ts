import { useCallback } from 'react'
import { type To, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** The query parameters that open a dialog on any page: /tasks?id={id} is a task's share link. */
type DialogName = 'id' | 'create' | 'review'

/** Further query parameters of each dialog, removed when the dialog closes. */
const modeParameters: Record<DialogName, readonly string[]> = { id: [], create: [], review: ['queue'] }

/**
 * A dialog that is open while the URL has its query parameter. It survives a reload, can be shared, and closes with the
 * Back button. `to(value)` is the target of a link that opens it; `replace(value)` changes the value.
 */
export function useDialog(name: DialogName) {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const value = params.get(name)

  const to = useCallback(
    (next: string, mode: Record<string, string> = {}): To => {
      const search = without(params, modeParameters[name])
      for (const [key, parameter] of Object.entries({ [name]: next, ...mode })) search.set(key, parameter)
      return { pathname, search: `?${search}` }
    },
    [params, pathname, name],
  )
  const replace = useCallback(
    (next: string) => {
      const search = new URLSearchParams(params)
      search.set(name, next)
      return navigate({ pathname, search: `?${search}` }, { replace: true, state })
    },
    [navigate, params, pathname, state, name],
  )
  const open = useCallback((next: string) => navigate(to(next), { state: opened }), [navigate, to])
  const close = useCallback(() => {
    if (state?.opened) return navigate(-1)
    const search = without(params, [name, ...modeParameters[name]])
    return navigate({ pathname, search: search.toString() }, { replace: true })
  }, [navigate, state, params, pathname, name])

  return { value, to, open, replace, close }
}

function without(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  const search = new URLSearchParams(params)
  for (const name of names) search.delete(name)
  return search
}

/** History state of links made with `to`: closing then goes back instead of adding to the history. */
export const opened = { opened: true }

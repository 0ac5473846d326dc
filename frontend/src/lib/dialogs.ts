import { createContext, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** The query parameters that open a dialog on any page: /tasks?id={id} shows a task. */
type DialogName = 'id' | 'create' | 'review'

/** Further query parameters of each dialog, removed when the dialog closes. */
const modeParameters: Record<DialogName, readonly string[]> = { id: [], create: [], review: ['queue'] }

/** History state of links made with `link`: closing then goes back instead of adding to the history. */
const opened = { opened: true }

/**
 * A dialog that is open while the URL has its query parameter. It survives a reload, can be shared, and closes with the
 * Back button. `link(value)` are the properties of a link that opens it; `replace(value)` changes the value.
 */
export function useDialog(name: DialogName) {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()

  /** The current page after these parameters were removed and those were set. */
  const page = (removed: readonly string[], set: Record<string, string> = {}) => {
    const search = new URLSearchParams(params)
    for (const parameter of removed) search.delete(parameter)
    for (const [parameter, value] of Object.entries(set)) search.set(parameter, value)
    return { pathname, search: search.toString() }
  }
  const link = (value: string, mode: Record<string, string> = {}) => ({
    to: page(modeParameters[name], { [name]: value, ...mode }),
    state: opened,
  })
  const replace = (value: string) => navigate(page([], { [name]: value }), { replace: true, state })
  const close = () =>
    state?.opened ? navigate(-1) : navigate(page([name, ...modeParameters[name]]), { replace: true })

  return { value: params.get(name), link, replace, close }
}

/** Returns a function that shows a URL that names a dialog, in the place of an open dialog. */
export function useShowDialog(): (url: string) => void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  const isOpen = Object.keys(modeParameters).some((name) => params.has(name))
  return (url) => void navigate(url, isOpen ? { replace: true, state } : { state: opened })
}

/** How the rows of a list open dialogs. */
interface DialogOpener {
  hrefTo: (name: DialogName, value: string) => string
  open: (href: string) => void
}
export const DialogOpenerContext = createContext<DialogOpener>({ hrefTo: () => '', open: () => {} })

/** The same object while dialogs open and close, so that a row does not render again as links of React Router do. */
export function useDialogOpener(): DialogOpener {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  for (const name of Object.entries(modeParameters).flat(2)) params.delete(name)
  const page = params.toString()
  return useMemo(
    () => ({
      hrefTo: (name, value) => `${pathname}?${page && `${page}&`}${new URLSearchParams({ [name]: value })}`,
      open: (href) => void navigate(href, { state: opened }),
    }),
    [navigate, pathname, page],
  )
}

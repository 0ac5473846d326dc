// Before the first paint, applies the chosen theme, notes a slow connection, and shows the header that the last visit saw (`rememberSession`). A file
// of its own, because the page permits no inline script.
{
  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null // the browser blocks storage
    }
  }
  const apply = () => {
    const theme = read('theme') ?? 'system'
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const isChosen = meta.dataset.for === theme
      meta.media =
        theme === 'system' ? `(prefers-color-scheme: ${meta.dataset.for})` : isChosen ? 'all' : 'not all'
    }
  }
  apply()
  // The system's font saves 36 KB, which take most of a second on such a connection.
  if (/2g|3g/.test(navigator.connection?.effectiveType)) document.documentElement.dataset.connection = 'slow'
  const session = read('session')
  if (session) document.documentElement.dataset.session = session
  addEventListener('theme', apply)
  addEventListener('storage', apply)
}

// Applies the chosen theme before the first paint. A file of its own, because the page permits no inline script.
{
  const chosen = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null // the browser blocks storage
    }
  }
  const apply = () => {
    const theme = chosen() ?? 'system'
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const isChosen = meta.dataset.for === theme
      meta.media =
        theme === 'system' ? `(prefers-color-scheme: ${meta.dataset.for})` : isChosen ? 'all' : 'not all'
    }
  }
  apply()
  addEventListener('theme', apply)
  addEventListener('storage', apply)
}

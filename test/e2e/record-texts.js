// In every page of the end-to-end tests: hands each text on to `shownTexts` as soon as somebody can read or hear it.
if (window === window.top) {
  const longest = 300
  const pause = 50
  const seen = new Set()
  const ignored = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'HEAD', 'META', 'LINK'])
  const names = ['aria-label', 'title', 'placeholder', 'alt']

  const look = () => {
    const found = []
    const note = (text) => {
      const words = text?.replace(/\s+/g, ' ').trim()
      if (!words || words.length > longest || seen.has(words)) return
      seen.add(words)
      found.push(words)
    }
    note(document.title)
    for (const element of document.body?.querySelectorAll('*') ?? []) {
      if (ignored.has(element.tagName) || !element.checkVisibility({ visibilityProperty: true })) continue
      for (const name of names) note(element.getAttribute(name))
      if (element.tagName === 'SELECT') for (const option of element.options) note(option.label)
      else if (element.textContent.length <= longest) note(element.textContent)
      // Of 'Approved 3' with the number in an element of its own, also 'Approved'.
      if (element.childElementCount > 0)
        note([...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : ' ')).join(''))
    }
    if (found.length > 0) window.shownTexts(found).catch(() => {})
  }

  let last = 0
  let isDue = false
  const soon = () => {
    if (isDue) return
    isDue = true
    setTimeout(
      () => {
        isDue = false
        look()
        last = performance.now()
      },
      Math.max(0, last + pause - performance.now()),
    )
  }
  new MutationObserver(soon).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'hidden', 'open', ...names],
  })
  // A popover that opens changes no attribute, nor does a window that becomes wider.
  addEventListener('toggle', soon, true)
  addEventListener('resize', soon)
}

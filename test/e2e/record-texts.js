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
    // What this element and its visible descendants say: the answer in a closed `details` is not there yet.
    const read = (element) => {
      if (ignored.has(element.tagName)) return ''
      const isShown = element.checkVisibility({ visibilityProperty: true })
      if (!isShown && getComputedStyle(element).display !== 'contents') return ''
      for (const name of names) note(element.getAttribute(name))
      if (element.tagName === 'SELECT') {
        for (const option of element.options) note(option.label)
        return ''
      }
      let all = ''
      let own = ''
      for (const node of element.childNodes) {
        all += node.nodeType === 3 ? node.data : node.nodeType === 1 ? read(node) : ''
        own += node.nodeType === 3 ? node.data : ' '
      }
      note(all)
      // Of 'Approved 3' with the number in an element of its own, also 'Approved'.
      note(own)
      return all
    }
    note(document.title)
    if (document.body) read(document.body)
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

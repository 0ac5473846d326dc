// Runs in every page of the browser tests: passes each text to `shownTexts` once it is visible or announced.
if (window === window.top) {
  const longest = 300
  const pause = 50
  const seen = new Set()
  const ignored = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'HEAD', 'META', 'LINK'])
  const names = ['aria-label', 'title', 'placeholder', 'alt']

  const collect = () => {
    const found = []
    const note = (text) => {
      const words = text?.replace(/\s+/g, ' ').trim()
      if (!words || words.length > longest || seen.has(words)) return
      seen.add(words)
      found.push(words)
    }
    // Returns the text of an element and its visible descendants. Content of a closed `details` is not visible.
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
      // If the number of 'Approved 3' has its own element, 'Approved' is noted too.
      note(own)
      return all
    }
    note(document.title)
    if (document.body) read(document.body)
    return found.length > 0 ? window.shownTexts(found).catch(() => {}) : undefined
  }

  let last = 0
  let isScheduled = false
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(
      () => {
        isScheduled = false
        collect()
        last = performance.now()
      },
      Math.max(0, last + pause - performance.now()),
    )
  }
  new MutationObserver(schedule).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'hidden', 'open', ...names],
  })
  // An opening popover and a resized window change no attribute.
  addEventListener('toggle', schedule, true)
  addEventListener('resize', schedule)
  // A test may leave the page, or end, before the pause is over.
  addEventListener('pagehide', collect)
  window.collectTexts = collect
}

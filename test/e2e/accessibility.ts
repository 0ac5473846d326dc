import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'
import { screenshot } from './screenshots.ts'

/** A desktop, the narrowest phone on which everything must fit (WCAG 1.4.10), and a common phone with the same layout. */
const viewports = [
  { width: 1440, height: 900, hasOwnLayout: true },
  { width: 320, height: 640, hasOwnLayout: true },
  { width: 390, height: 844, hasOwnLayout: false },
]
/** The rules of axe whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Text of twice the size (WCAG 1.4.4), and the text spacing of WCAG 1.4.12. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`
const textStyles = [
  { name: '200 % text', style: 'html { font-size: 200% }', width: 1440 },
  { name: 'text spacing', style: spacing, width: 1440 },
  { name: 'text spacing', style: spacing, width: 390 },
]

/**
 * Expects of a page, on a desktop and on phones:
 * - no violation of axe's rules (WCAG 2.2 AA and axe's best practices), and of those about colors also in dark mode
 * - no horizontal scrolling, also with larger text and wider spacing, which must not cut any text
 * - in a dialog, every button of its footer is whole in windows of all sizes
 * - on a phone, nothing covers a part of the control that has the focus
 *
 * With `npm run screenshots`, also takes screenshots.
 */
export async function expectAccessible(page: Page, message = page.url()): Promise<void> {
  const before = page.viewportSize()
  // A list that is about to be replaced is faded.
  await expect(page.locator('main div[aria-busy=true]')).toHaveCount(0)
  await screenshot(page, message)
  const found: string[] = []
  for (const { width, height, hasOwnLayout } of viewports) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of hasOwnLayout ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(animationsFinished)
      for (const violation of await violations(page, colorScheme === 'dark' ? colorRules : undefined))
        found.push(`${colorScheme} ${width}: ${violation}`)
    }
    const wide = await overflowingElements(page)
    if (wide !== null) found.push(`${width} scrolls sideways: ${wide}`)
  }
  for (const { name, style, width } of textStyles) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(`window.testStyle = new CSSStyleSheet()
      testStyle.replaceSync(${JSON.stringify(style)})
      document.adoptedStyleSheets.push(testStyle)`)
    const wide = await overflowingElements(page)
    if (wide !== null) found.push(`${name} ${width} scrolls sideways: ${wide}`)
    found.push(...(await page.evaluate<string[]>(cutElements)).map((cut) => `${name} ${width} cuts ${cut}`))
    await page.evaluate(
      `document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== testStyle)`,
    )
  }
  found.push(...(await cutDialogButtons(page)))
  // A menu closes when the focus leaves it, so this check is the last one.
  found.push(...(await coveredFocus(page)).map((element) => `The focus is covered: ${element}`))
  if (before) await page.setViewportSize(before)
  // The other states of the test are checked too.
  expect.soft(found, message).toEqual([])
}

/** Windows in which each button of a dialog must be whole. 720 × 450 and 512 × 400 are windows at 200 % zoom. */
const windows = [
  ...[320, 512, 1024].map((width) => ({ width, height: 400 })),
  ...[320, 720].map((width) => ({ width, height: 450 })),
  { width: 320, height: 568 },
  ...[390, 768, 1024, 1280, 1440, 1920].map((width) => ({ width, height: 800 })),
  ...[320, 1440, 1920].map((width) => ({ width, height: 1200 })),
]

/** Expects that every button in the footer of the open dialog is whole in windows of all sizes. */
export async function expectWholeButtons(page: Page): Promise<void> {
  const before = page.viewportSize()
  expect(await cutDialogButtons(page)).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** The buttons in the footers of dialogs that are not whole: outside of the dialog or window, covered or cut. */
async function cutDialogButtons(page: Page): Promise<string[]> {
  const found: string[] = []
  if ((await page.locator('[role=dialog] footer').count()) === 0) return found
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height })
    await page.evaluate(animationsFinished)
    const cut = await page.evaluate<string[]>(cutButtons)
    found.push(...cut.map((button) => `${width} × ${height} does not show the whole of ${button}`))
  }
  return found
}

const cutButtons = `[...document.querySelectorAll('[role=dialog]')].slice(-1).flatMap((dialog) => {
  const around = dialog.getBoundingClientRect()
  return [...dialog.querySelectorAll('footer > :last-child :is(button, a)')].filter((button) => {
    const { bottom, height, left, right, top, width } = button.getBoundingClientRect()
    const isInside =
      top >= Math.max(around.top, 0) && bottom <= Math.min(around.bottom, innerHeight) + 0.5 &&
      left >= Math.max(around.left, 0) && right <= Math.min(around.right, innerWidth) + 0.5
    const isCut = button.scrollHeight > button.clientHeight + 1 || button.scrollWidth > button.clientWidth + 1
    const footer = button.closest('footer')
    const isSqueezed = footer.scrollHeight > footer.clientHeight + 1
    const shown = [[left + 3, top + 3], [right - 3, bottom - 3]].every(([x, y]) => {
      const at = document.elementFromPoint(x, y)
      // The demo wallet covers the page, as the window of a real wallet does.
      return button.contains(at) || at?.closest('iframe')
    })
    return !isInside || isCut || isSqueezed || !shown
  }).map((button) => button.outerHTML.slice(0, 120))
})`

/** Elements that hide a part of their content. Titles that end with an ellipsis by design are no such elements. */
const cutElements = `(() => {
  const isCut = (size, content, overflow) => content > size + 1 && (overflow === 'hidden' || overflow === 'clip')
  return [...document.querySelectorAll('body *')].filter((each) => {
    const { clientHeight, clientWidth, scrollHeight, scrollWidth } = each
    if (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1) return false
    const { clip, clipPath, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each)
    // Texts for screen readers are clipped: ours with clip-path, and the announcement of a toast with clip.
    if (clip !== 'auto' || clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
    const isSide = isCut(clientWidth, scrollWidth, overflowX)
    if (!isSide && !isCut(clientHeight, scrollHeight, overflowY)) return false
    return each.textContent.trim() && each.checkVisibility({ visibilityProperty: true })
  }).map((each) => each.outerHTML.slice(0, 160))
})()`

/**
 * Presses Tab up to 60 times and returns the elements that had the focus while a sticky bar or a note covered a
 * part of them (WCAG 2.4.11). Then gives the focus back.
 */
export async function coveredFocus(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus)
  for (let presses = 0; presses < 60; presses += 10) {
    for (let press = 0; press < 10; press++) await page.keyboard.press('Tab')
    if (await page.evaluate('focusWatch.isRound')) break
  }
  return page.evaluate<string[]>('focusWatch.end()')
}

/** At each press of Tab, checks the element that had the focus until then. */
const watchFocus = `(() => {
  const first = document.activeElement
  const visited = new Set()
  const covered = []
  const check = () => {
    const focused = document.activeElement
    if (focused === document.body) return
    if (visited.has(focused)) { focusWatch.isRound = true; return }
    visited.add(focused)
    const shown = focused.closest('label') ?? focused
    const { top, bottom, left, right } = shown.getClientRects()[0] ?? shown.getBoundingClientRect()
    // Another element shows the focus of a hidden input, and a slider without pointer events is not found at a point.
    if (right - left <= 1 || getComputedStyle(shown).pointerEvents === 'none') return
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    for (const y of [top + 3, middle, bottom - 3]) {
      // The browser may scroll only the caret of a text field into view, and a high tab panel does not fit between the bars.
      if (y !== middle && (y < 0 || y >= innerHeight || bottom - top > 0.75 * innerHeight)) continue
      const at = document.elementFromPoint(x, y)
      // The demo wallet covers the page, as the window of a real wallet does.
      // A toast closes by itself and with Escape.
      if (at && (shown.contains(at) || at.contains(shown) || at.closest('iframe, [role=region] > ol'))) continue
      covered.push(focused.outerHTML.slice(0, 120) + ' by ' + (at?.outerHTML.slice(0, 120) ?? 'the edge'))
      break
    }
  }
  let presses = 0
  // What has the focus at first may be outside of the viewport since its size changed.
  const onKey = ({ key }) => key === 'Tab' && presses++ > 0 && check()
  addEventListener('keydown', onKey, true)
  window.focusWatch = {
    isRound: false,
    end: () => {
      check()
      removeEventListener('keydown', onKey, true)
      first.focus()
      return covered
    },
  }
})()`

/**
 * Runs axe, or only these rules of it, in the page. axe is loaded once for each document and lists violations only:
 * AxeBuilder loads it for every run and lists everything that passed, which takes five times as long.
 */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(`'axe' in window`))) await frame.evaluate(axe.source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const found = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} in ${html}: ${failureSummary}`),
  )
}

/** Waits until all animations have ended, because axe cannot check the contrast of an element that is still fading. */
const animationsFinished = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ),
).then(() => null)`

/** Returns the elements that make the page or its dialog wider than the viewport, or null if there is none. */
export async function overflowingElements(page: Page): Promise<string | null> {
  // A browser may not have applied a new viewport size yet.
  for (const wait of [0, 200, 800]) {
    if (wait > 0) await page.waitForTimeout(wait)
    if (!(await page.evaluate(isOverflowing))) return null
  }
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
    .map((part) => part.outerHTML.slice(0, 160)).slice(0, 3).join(' … ')`)
}

const isOverflowing = `document.documentElement.scrollWidth > innerWidth ||
  [...document.querySelectorAll('[role=dialog], [role=dialog] > *')].some((part) => part.scrollWidth > part.clientWidth + 1)`

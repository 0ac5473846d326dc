import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'
import { screenshot } from './screenshots.ts'

/** A desktop, and the narrowest phone on which everything must fit (WCAG 1.4.10). */
const viewports = [
  { width: 1440, height: 900 },
  { width: 320, height: 640 },
]

/** The rules that check colours. Dark mode changes only colours, so the other rules need no second run there. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no violation of axe's rules (WCAG 2.2 AA and axe's best practices) and no horizontal scrolling, on a desktop
 * and on a phone, in light and in dark mode. With `npm run screenshots`, also takes screenshots.
 */
export async function expectAccessible(page: Page, message = page.url()): Promise<void> {
  const before = page.viewportSize()
  // A list that is about to be replaced is faded.
  await expect(page.locator('main div[aria-busy=true]')).toHaveCount(0)
  await screenshot(page, message)
  const found: string[] = []
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(animationsFinished)
      for (const violation of await violations(page, colorScheme === 'light' ? {} : { runOnly: colorRules }))
        found.push(`${colorScheme} ${viewport.width}: ${violation}`)
    }
    const wide = await overflowingElements(page)
    if (wide !== null) found.push(`${viewport.width} scrolls sideways: ${wide}`)
  }
  if (before) await page.setViewportSize(before)
  expect(found, message).toEqual([])
}

/**
 * Runs axe in the page. axe is loaded once for each document and lists violations only: AxeBuilder loads it for every
 * run and lists everything that passed, which takes five times as long.
 */
async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(`'axe' in window`))) await frame.evaluate(axe.source)
  const all = { ...options, resultTypes: ['violations'], preload: false } satisfies axe.RunOptions
  const found = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(all)}).then(({ violations }) => violations)`,
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

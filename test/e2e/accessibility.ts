import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A desk, and the narrowest phone that everything must fit (WCAG 1.4.10). */
const sizes = [
  { width: 1440, height: 900 },
  { width: 320, height: 640 },
]

/** The rules that look at colours. Dark differs from light in nothing else, so the others would only repeat themselves there. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds (WCAG 2.2 AA and its own advice) at a desk and on a phone, in light and dark, and whether the page scrolls sideways. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(settled)
      // A blank page beside this one brings together what was found in frames; without any it only takes longer.
      const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
      if (colorScheme === 'dark') axe.withRules(colourRules)
      for (const { id, nodes } of (await axe.analyze()).violations)
        found.push(
          ...nodes.map(
            ({ html, failureSummary }) => `${colorScheme} ${size.width}: ${id} in ${html}: ${failureSummary}`,
          ),
        )
    }
    const wide = await tooWide(page)
    if (wide !== null) found.push(`${size.width} scrolls sideways: ${wide}`)
  }
  if (before) await page.setViewportSize(before)
  expect(found, what).toEqual([])
}

/** Colours are judged when nothing fades any more. */
const settled = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ),
).then(() => null)`

/** What makes the page, or the dialog on it, wider than what shows of it; null when nothing does. */
export async function tooWide(page: Page): Promise<string | null> {
  // A browser may still be on its way to the size it was given.
  for (const wait of [0, 200, 800]) {
    await page.waitForTimeout(wait)
    if (!(await page.evaluate(isTooWide))) return null
  }
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
    .map((part) => part.outerHTML.slice(0, 160)).slice(0, 3).join(' … ')`)
}

const isTooWide = `document.documentElement.scrollWidth > innerWidth ||
  [...document.querySelectorAll('[role=dialog], [role=dialog] > *')].some((part) => part.scrollWidth > part.clientWidth + 1)`

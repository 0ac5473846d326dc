import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './people.ts'

const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const

/** What axe finds (WCAG 2.2 AA and its own advice) in each look, and whether the page scrolls sideways there or at 320 px. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    // Colours are judged when nothing fades any more.
    await page.waitForTimeout(250)
    const wide = await tooWide(page)
    if (wide !== null) found.push(`${size.width} scrolls sideways: ${wide}`)
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(
        ...nodes.map(
          ({ html, failureSummary }) => `${colorScheme} ${size.width}: ${id} in ${html}: ${failureSummary}`,
        ),
      )
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await tooWide(page)
  if (wide !== null) found.push(`320 scrolls sideways: ${wide}`)
  if (before) await page.setViewportSize(before)
  expect(found, what).toEqual([])
}

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

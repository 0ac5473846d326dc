import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../e2e/fixtures.ts'

/** Ignored by git and never emptied, so that older screenshots can be compared with new ones. */
export const folder = path.resolve(import.meta.dirname, '../../screenshots')

export const looks = [
  { name: '1440-light', colorScheme: 'light', width: 1440, height: 900 },
  { name: '1440-dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: '390-light', colorScheme: 'light', width: 390, height: 844 },
  { name: '390-dark', colorScheme: 'dark', width: 390, height: 844 },
] as const

/**
 * Takes screenshots of a page in every look. A page without a dialog is taken in full length; an open dialog is taken as
 * the viewport shows it, scrolled to `shows`. Restores the viewport.
 */
export async function take(
  page: Page,
  name: string,
  { shows, fullPage = true }: { shows?: Locator; fullPage?: boolean } = {},
): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()
  for (const { name: look, colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await page.waitForTimeout(250) // for transitions and lazy images
    await shows?.scrollIntoViewIfNeeded()
    const hasDialog = (await page.getByRole('dialog').count()) > 0
    await page.screenshot({
      path: path.join(folder, `${name}.${look}.png`),
      fullPage: fullPage && !hasDialog,
    })
  }
  if (before) await page.setViewportSize(before)
}

/** Opens a page and waits for this heading and for all network requests. */
export async function open(page: Page, path: string, heading: RegExp | string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

import fs from 'node:fs'
import path from 'node:path'
import { type Page, test } from '@playwright/test'

/** Ignored by git and never emptied, so that older screenshots can be compared with new ones. */
export const folder = path.resolve(import.meta.dirname, '../../screenshots')

export const looks = [
  { name: '1440-light', colorScheme: 'light', width: 1440, height: 900 },
  { name: '1440-dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: '390-light', colorScheme: 'light', width: 390, height: 844 },
  { name: '390-dark', colorScheme: 'dark', width: 390, height: 844 },
] as const

/**
 * With `npm run screenshots`, takes screenshots of a page in every look. A page without a dialog is taken in full length; an
 * open dialog is taken as the viewport shows it. Restores the viewport. In a normal test run it does nothing.
 */
export async function screenshot(page: Page, state: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  // Without ids and times, a later run replaces the screenshots of an earlier one.
  const words = state.replace(/https?:\/\/[^/]+|\b[0-9A-Z]{26}\b|\d{13}|user_\w+/g, '').split(/\W+/)
  const scene = [path.basename(test.info().file, '.spec.ts'), ...words.filter(Boolean)].join('-')
  fs.mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()
  for (const { name, colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await page.waitForTimeout(250) // for transitions and lazy images
    const hasDialog = (await page.getByRole('dialog').count()) > 0
    await page.screenshot({ path: path.join(folder, `${scene}.${name}.png`), fullPage: !hasDialog })
  }
  if (before) await page.setViewportSize(before)
}

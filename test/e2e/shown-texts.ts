import fs from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page, TestInfo } from '@playwright/test'

const fileName = 'shown-texts.json'

interface Shown {
  test: string
  texts: string[]
}

/** Adds to `into` every text that the pages of this browser show: content, accessible names, titles and options. */
export async function recordTexts(context: BrowserContext, into: Set<string>): Promise<void> {
  await context.exposeBinding('shownTexts', (_, found: string[]) => {
    for (const text of found) into.add(text)
  })
  await context.addInitScript({ path: path.join(import.meta.dirname, 'record-texts.js') })
}

/** Before the page goes to another address, waits until its texts are recorded. */
export function recordTextsBeforeLeaving(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...target) => {
    await page.evaluate('window.collectTexts?.()').catch(() => {})
    return goto(...target)
  }
}

/** Writes the texts that a test showed into the test's result folder. Every run first empties these folders. */
export function keepTexts(info: TestInfo, texts: Set<string>): void {
  const file = info.outputPath(fileName)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const shown: Shown = {
    test: `${path.basename(info.file)}: ${info.titlePath.slice(1).join(' › ')}`,
    texts: [...texts].toSorted(),
  }
  fs.writeFileSync(file, JSON.stringify(shown, null, 1))
}

/** Reads the texts that the tests of this run have shown so far. */
export function shownInRun(folder: string): Shown[] {
  return fs
    .globSync(path.join(folder, '*', fileName))
    .map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as Shown)
}

/** Splits a list of texts, separated by ` | ` or by a line break. */
export const listed = (texts: string): string[] => texts.trim().split(/ \| |\n\s*/)

const forms: Record<string, string> = {
  n: '[\\d,]+',
  'MMM d': '[A-Z][a-z]{2} \\d{1,2}',
  'MMM d, yyyy h:mm a': '[A-Z][a-z]{2} \\d{1,2}, \\d{4} \\d{1,2}:\\d{2} [AP]M',
}

/**
 * Returns the pattern that finds a text of spec-texts.ts in a shown text. A sentence, or a text of three or more
 * words, may be a part of the shown text; a shorter label must be the whole. `{n}` matches a number, `{MMM d}` a date,
 * and any other placeholder matches some words.
 */
export function patternOf(text: string): RegExp {
  const inner = text
    .split(/\{([^}]+)\}/)
    .map((part, index) =>
      index % 2 === 1 ? (forms[part] ?? '.+?') : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
  const isSentence = /[.!?]$/.test(text) || text.split(' ').length > 2
  return new RegExp(isSentence ? `(?<![\\w'])${inner}(?!\\w)` : `^${inner}$`)
}

/** Returns the tests that showed a text. */
export function testsThatShowed(text: string, run: readonly Shown[]): string[] {
  const pattern = patternOf(text)
  return run.filter(({ texts }) => texts.some((line) => pattern.test(line))).map(({ test }) => test)
}

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '../support/browser.ts'

/** Lighthouse presets. `mobile`: a mid-range phone on slow 4G; `desktop`: a computer on a cable connection. */
export type Device = 'mobile' | 'desktop'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Scores from 0 to 100 in the order of `categories`. `lcp` and `tbt` in milliseconds; `cls` has no unit. `lost`: audits below 90. */
export interface Visit {
  scores: number[]
  lcp: number
  tbt: number
  cls: number
  lost: string[]
}

/** The used part of a Lighthouse report. */
interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

const require = createRequire(import.meta.url)
const cli = path.join(path.dirname(require.resolve('lighthouse/package.json')), 'cli/index.js')

/**
 * Measures a page once with Lighthouse in a separate process, so that measuring does not slow the server down.
 *
 * @throws Error with Lighthouse's message if the page could not be measured
 */
export async function visit(url: string, device: Device, browser: Browser): Promise<Visit> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      '--no-enable-error-reporting',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless=new ${browser.args.join(' ')}`,
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    {
      env: { ...process.env, ...browser.env, CHROME_PATH: browser.executablePath },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000,
    },
  )
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`)
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: categories.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    lost: categories.flatMap((category) => lostIn(report, category)),
  }
}

function lostIn({ categories, audits }: Report, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
    return [`${category}: ${audit.title}`]
  })
}

/** The median of each number over all visits, and all audits that lost points in any visit. */
export function median(visits: Visit[]): Visit {
  const middle = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return {
    scores: categories.map((_, index) => middle(visits.map(({ scores }) => scores[index] ?? 0))),
    lcp: middle(visits.map(({ lcp }) => lcp)),
    tbt: middle(visits.map(({ tbt }) => tbt)),
    cls: middle(visits.map(({ cls }) => cls)),
    lost: [...new Set(visits.flatMap(({ lost }) => lost))],
  }
}

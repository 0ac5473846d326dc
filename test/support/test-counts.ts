import { stripVTControlCharacters } from 'node:util'
import type { Account } from './suites.ts'

/** Numbers of tests, and the titles of the failed ones, and of those that passed only when repeated, if the tool reports them. */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  repeated: string[]
}

/** A command that has ended; `report` is its JSON report, or null if it wrote none. */
export type Finished = { ok: boolean; output: string; report: unknown }

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }

export function sum(all: Counts[]): Counts {
  return {
    passed: all.reduce((total, one) => total + one.passed, 0),
    failed: all.reduce((total, one) => total + one.failed, 0),
    skipped: all.reduce((total, one) => total + one.skipped, 0),
    failures: all.flatMap((one) => one.failures),
    repeated: all.flatMap((one) => one.repeated),
  }
}

/** Counts a command's tests. A command that failed without a failed test (a crash, a broken import) counts as one. */
export function count(account: Account, finished: Finished): Counts {
  const counts = readers[account](finished)
  if (!finished.ok && counts.failed === 0)
    return { ...counts, failed: 1, failures: ['the command itself failed, see its output'] }
  return counts
}

/** Counts several commands as one test, which passes if every command does. */
export function countAsOne(all: Finished[]): Counts {
  return all.every((one) => one.ok) ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
}

const readers: Record<Account, (finished: Finished) => Counts> = {
  exit: ({ ok }) => ({ ...nothing, passed: ok ? 1 : 0 }),
  vitest: ({ report }) => {
    if (!isVitest(report)) return nothing
    const failed = report.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'failed')
    return {
      ...nothing,
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: failed.map((test) => test.fullName),
    }
  },
  playwright: ({ report }) => {
    if (!isPlaywright(report)) return nothing
    const { expected, unexpected, flaky, skipped } = report.stats
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      failures: titles(report.suites, ({ ok }) => !ok),
      repeated: titles(report.suites, ({ tests }) => tests.some(({ status }) => status === 'flaky')),
    }
  },
  hardhat: ({ output }) => {
    const plain = stripVTControlCharacters(output)
    const total = (word: string) =>
      [...plain.matchAll(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'gm'))].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      )
    return { ...nothing, passed: total('passing'), failed: total('failing'), skipped: total('skipped') }
  },
}

type Vitest = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}
type PlaywrightSpec = { ok: boolean; title: string; tests: { status: string }[] }
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] }
type Playwright = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

function isVitest(report: unknown): report is Vitest {
  return (
    typeof report === 'object' && report !== null && 'numPassedTests' in report && 'testResults' in report
  )
}

function isPlaywright(report: unknown): report is Playwright {
  return typeof report === 'object' && report !== null && 'stats' in report && 'suites' in report
}

function titles(suites: PlaywrightSuite[], matches: (spec: PlaywrightSpec) => boolean): string[] {
  return suites.flatMap(({ specs, suites = [] }) => [
    ...specs.filter(matches).map(({ title }) => title),
    ...titles(suites, matches),
  ])
}

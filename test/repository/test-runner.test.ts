import { describe, expect, test } from 'vitest'
import { runSuite } from '../support/run-suite.ts'
import { select, suiteNames } from '../support/suites.ts'
import { count, countAsOne, type Finished, sum } from '../support/test-counts.ts'

const finished = (more: Partial<Finished> = {}): Finished => ({ ok: true, output: '', report: null, ...more })
const quiet = () => {}

describe('a selection', () => {
  const names = (words: string[]) => select(words).stages.map((stage) => stage.map((suite) => suite.name))

  test('of nothing is everything', () => {
    expect(names([]).flat()).toEqual(suiteNames)
  })

  test('keeps the order of the suites and brings what they need', () => {
    expect(names(['api', 'domain'])).toEqual([['build'], ['domain'], ['api']])
  })

  test('of one suite hands the other words to its tool', () => {
    expect(select(['domain', 'tasks', '-t', 'refuses']).forTool).toEqual(['tasks', '-t', 'refuses'])
  })

  test('of an unknown suite is refused with the names there are', () => {
    expect(() => select(['api', 'domain', 'no-such'])).toThrow(
      /There is no suite "no-such"; the suites are types, lint/,
    )
  })
})

describe('counting', () => {
  test('by exit code', () => {
    expect(count('exit', finished())).toMatchObject({ passed: 1, failed: 0 })
    expect(count('exit', finished({ ok: false }))).toMatchObject({ passed: 0, failed: 1 })
    expect(countAsOne([finished(), finished({ ok: false })])).toMatchObject({ passed: 0, failed: 1 })
    expect(countAsOne([finished(), finished()])).toMatchObject({ passed: 1, failed: 0 })
  })

  test("by hardhat's lines, coloured or not, of several runs", () => {
    const output =
      '\n  \x1b[32m12 passing\x1b[39m (30ms)\n  \x1b[31m2 failing\x1b[39m\n\n3 passing\n1 skipped\n'
    expect(count('hardhat', finished({ ok: false, output }))).toMatchObject({
      passed: 15,
      failed: 2,
      skipped: 1,
    })
  })

  test("by vitest's report", () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a works' },
      { status: 'failed', fullName: 'b works' },
    ]
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [{ assertionResults }],
    }
    const counts = { passed: 1, failed: 1, skipped: 2, failures: ['b works'] }
    expect(count('vitest', finished({ ok: false, report }))).toEqual(counts)
  })

  test("by playwright's report, at any depth", () => {
    const inner = { specs: [{ ok: false, title: 'Users can post' }] }
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ specs: [], suites: [inner] }],
    }
    const counts = { passed: 4, failed: 1, skipped: 0, failures: ['Users can post'] }
    expect(count('playwright', finished({ ok: false, report }))).toEqual(counts)
  })

  test('a command that failed without a failed test counts as one', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    }
    expect(count('vitest', finished({ ok: false, report }))).toMatchObject({ passed: 3, failed: 1 })
    expect(count('vitest', finished({ ok: false }))).toMatchObject({ passed: 0, failed: 1 })
  })

  test('adds up', () => {
    expect(sum([count('exit', finished()), count('exit', finished({ ok: false }))])).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })
})

describe('a suite', () => {
  const step = (script: string, account: 'exit' | 'hardhat') => ({ command: ['node', '-e', script], account })

  test('runs all its steps, though one fails, and hands on what they write', async () => {
    const steps = [
      step('console.log("one"); process.exit(3)', 'exit'),
      step('console.log("  2 passing")', 'hardhat'),
    ]
    let heard = ''
    const result = await runSuite({ name: 'runner-test', steps }, [], (text) => {
      heard += text
    })
    expect(result.counts).toMatchObject({ passed: 2, failed: 1 })
    expect(result.output).toBe('one\n  2 passing\n')
    expect(heard).toBe(result.output)
  })

  test('that ran no tests has failed', async () => {
    const result = await runSuite({ name: 'runner-test', steps: [step('', 'hardhat')] }, [], quiet)
    expect(result.counts).toMatchObject({ passed: 0, failed: 1, failures: ['it ran no tests'] })
  })

  test('whose command does not exist has failed', async () => {
    const steps = [{ command: ['no-such-command'], account: 'exit' as const }]
    const result = await runSuite({ name: 'runner-test', steps }, [], quiet)
    expect(result.counts.failed).toBe(1)
    expect(result.output).toContain('no-such-command could not be started')
  })

  test('does not wait for what a command left behind', async () => {
    const leaves = `require('child_process').spawn('sleep', ['30'], { stdio: 'inherit' }).unref()`
    const result = await runSuite({ name: 'runner-test', steps: [step(leaves, 'exit')] }, [], quiet)
    expect(result.seconds).toBeLessThan(10)
  })
})

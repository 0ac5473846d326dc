import { describe, expect, test } from 'vitest'
import { runSuite } from '../support/run-suite.ts'
import { select, suiteNames } from '../support/suites.ts'
import { count, countAsOne, type Finished, sum } from '../support/test-counts.ts'

const finished = (more: Partial<Finished> = {}): Finished => ({ ok: true, output: '', report: null, ...more })
const quiet = () => {}

describe('Selecting suites', () => {
  const names = (args: string[]) => select(args).suites.map((suite) => suite.name)

  test('Without arguments, every suite is selected', () => {
    expect(names([])).toEqual(suiteNames)
  })

  test('The selected suites run in their usual order, after the suites that they need', () => {
    expect(names(['api', 'domain'])).toEqual(['build', 'api', 'domain'])
  })

  test('The arguments after the name of a single suite are passed to its test tool', () => {
    expect(select(['domain', 'tasks', '-t', 'refuses']).forTool).toEqual(['tasks', '-t', 'refuses'])
  })

  test('The name of an unknown suite is refused with a list of all suites', () => {
    expect(() => select(['api', 'domain', 'no-such'])).toThrow(
      /There is no suite "no-such"; the suites are build, types, lint/,
    )
  })
})

describe('Counting tests', () => {
  test('A command that reports no tests counts as one test, which passes with exit code 0', () => {
    expect(count('exit', finished())).toMatchObject({ passed: 1, failed: 0 })
    expect(count('exit', finished({ ok: false }))).toMatchObject({ passed: 0, failed: 1 })
    expect(countAsOne([finished(), finished({ ok: false })])).toMatchObject({ passed: 0, failed: 1 })
    expect(countAsOne([finished(), finished()])).toMatchObject({ passed: 1, failed: 0 })
  })

  test('The summary lines of several Hardhat runs are added up, with or without colours', () => {
    const output =
      '\n  \x1b[32m12 passing\x1b[39m (30ms)\n  \x1b[31m2 failing\x1b[39m\n\n3 passing\n1 skipped\n'
    expect(count('hardhat', finished({ ok: false, output }))).toMatchObject({
      passed: 15,
      failed: 2,
      skipped: 1,
    })
  })

  test('The counts of a Vitest run and the names of failed tests come from its JSON report', () => {
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

  test('The counts of a Playwright run and the names of failed tests come from its nested JSON report', () => {
    const inner = { specs: [{ ok: false, title: 'Users can post' }] }
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ specs: [], suites: [inner] }],
    }
    const counts = { passed: 4, failed: 1, skipped: 0, failures: ['Users can post'] }
    expect(count('playwright', finished({ ok: false, report }))).toEqual(counts)
  })

  test('A command that fails without a failed test, or without a report, counts as one failed test', () => {
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

  test('Counts of several commands are added up', () => {
    expect(sum([count('exit', finished()), count('exit', finished({ ok: false }))])).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })
})

describe('Running a suite', () => {
  const step = (script: string, account: 'exit' | 'hardhat') => ({ command: ['node', '-e', script], account })

  test('All steps of a suite run although one fails, and their output is passed on', async () => {
    const steps = [
      step('console.log("one"); process.exit(3)', 'exit'),
      step('console.log("  2 passing")', 'hardhat'),
    ]
    let received = ''
    const result = await runSuite({ name: 'runner-test', steps }, [], (text) => {
      received += text
    })
    expect(result.counts).toMatchObject({ passed: 2, failed: 1 })
    expect(result.output).toBe('one\n  2 passing\n')
    expect(received).toBe(result.output)
  })

  test('A suite that ran no tests has failed', async () => {
    const result = await runSuite({ name: 'runner-test', steps: [step('', 'hardhat')] }, [], quiet)
    expect(result.counts).toMatchObject({ passed: 0, failed: 1, failures: ['it ran no tests'] })
  })

  test('A suite whose command does not exist has failed', async () => {
    const steps = [{ command: ['no-such-command'], account: 'exit' as const }]
    const result = await runSuite({ name: 'runner-test', steps }, [], quiet)
    expect(result.counts.failed).toBe(1)
    expect(result.output).toContain('no-such-command could not be started')
  })

  test('A suite does not wait for background processes that its command started', async () => {
    const startsBackgroundProcess = `require('child_process').spawn('sleep', ['30'], { stdio: 'inherit' }).unref()`
    const result = await runSuite(
      { name: 'runner-test', steps: [step(startsBackgroundProcess, 'exit')] },
      [],
      quiet,
    )
    expect(result.seconds).toBeLessThan(10)
  })
})

import { runSuite } from '../support/run-suite.ts'
import { type Account, select, suiteNames } from '../support/suites.ts'
import { count, countAsOne, type Finished } from '../support/test-counts.ts'

const finished = (more: Partial<Finished> = {}): Finished => ({ ok: true, output: '', report: null, ...more })

test.each([
  [[], suiteNames, []],
  [['api', 'domain'], ['build', 'api', 'domain'], []],
  [['domain', 'tasks', '-t', 'refuses'], ['domain'], ['tasks', '-t', 'refuses']],
])('The arguments %j select %j, and the test tool gets %j', (args, names, forTool) => {
  const selected = select(args)
  expect([selected.suites.map(({ name }) => name), selected.forTool]).toEqual([names, forTool])
})

test('The name of an unknown suite is refused with a list of all suites', () => {
  expect(() => select(['api', 'no-such'])).not.toThrow()
  expect(() => select(['api', 'domain', 'no-such'])).toThrow(
    /There is no suite "no-such"; the suites are build, types, lint/,
  )
})

const vitest = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ assertionResults: [{ status: 'failed', fullName: 'b works' }] }],
}
const playwright = {
  stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 },
  suites: [
    { specs: [{ ok: true, title: 'A page opens', tests: [{ status: 'flaky' }] }] },
    {
      specs: [],
      suites: [{ specs: [{ ok: false, title: 'Users can post', tests: [{ status: 'unexpected' }] }] }],
    },
  ],
}
const hardhat = '\n  \x1b[32m12 passing\x1b[39m (30ms)\n  \x1b[31m2 failing\x1b[39m\n\n3 passing\n1 skipped\n'

test.each<[Account, Partial<Finished>, object]>([
  ['exit', {}, { passed: 1, failed: 0 }],
  ['exit', { ok: false }, { passed: 0, failed: 1 }],
  ['hardhat', { ok: false, output: hardhat }, { passed: 15, failed: 2, skipped: 1 }],
  ['vitest', { ok: false, report: vitest }, { passed: 1, failed: 1, skipped: 2, failures: ['b works'] }],
  [
    'playwright',
    { ok: false, report: playwright },
    { passed: 5, failed: 1, failures: ['Users can post'], repeated: ['A page opens'] },
  ],
  ['vitest', { ok: false, report: { ...vitest, numFailedTests: 0 } }, { passed: 1, failed: 1 }],
  ['vitest', { ok: false }, { passed: 0, failed: 1 }],
])('The tests of a command are counted by %s; a failed command counts as one failed test at least', (account, result, counts) => {
  expect(count(account, finished(result))).toMatchObject(counts)
})

test('Several commands can be counted as one test, which passes if every command does', () => {
  expect(countAsOne([finished(), finished({ ok: false })])).toMatchObject({ passed: 0, failed: 1 })
  expect(countAsOne([finished(), finished()])).toMatchObject({ passed: 1, failed: 0 })
})

const run = (...steps: [command: string[], account: Account][]) =>
  runSuite(
    { name: 'runner-test', steps: steps.map(([command, account]) => ({ command, account })) },
    [],
    () => {},
  )

test('All steps of a suite run although one fails, and their counts are added up', async () => {
  const result = await run(
    [['node', '-e', 'console.log("one"); process.exit(3)'], 'exit'],
    [['node', '-e', 'console.log("  2 passing")'], 'hardhat'],
  )
  expect(result).toMatchObject({ counts: { passed: 2, failed: 1 }, output: 'one\n  2 passing\n' })
})

test('A suite that ran no tests, or whose command does not exist, has failed', async () => {
  const { counts } = await run([['node', '-e', ''], 'hardhat'])
  expect(counts).toMatchObject({ passed: 0, failed: 1, failures: ['it ran no tests'] })
  const missing = await run([['no-such-command'], 'exit'])
  expect(missing.counts.failed).toBe(1)
  expect(missing.output).toContain('no-such-command could not be started')
})

test('A suite does not wait for background processes that its command started', async () => {
  const script = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3e5)'], { stdio: 'inherit' }).unref()`
  expect((await run([['node', '-e', script], 'exit'])).seconds).toBeLessThan(200)
})

import fs from 'node:fs'
import { run } from './run-command.ts'
import type { Account, Step, Suite } from './suites.ts'
import { type Counts, count, countAsOne, type Finished, nothing, sum } from './test-counts.ts'

const LIMIT_SECONDS = 3600
const reports = 'test-results'

/** `seconds`: the duration. `output`: everything that the commands wrote, in order. */
export type SuiteResult = { name: string; counts: Counts; seconds: number; output: string }

/**
 * Runs all steps of one suite one after another, also after a failed one, and passes their output to `onText`.
 * A suite without any test counts as failed, because a mistyped pattern must not look like success.
 */
export async function runSuite(
  suite: Suite,
  forTool: string[],
  onText: (text: string) => void,
): Promise<SuiteResult> {
  const started = performance.now()
  const ended: { step: Step; finished: Finished }[] = []
  for (const [index, step] of suite.steps.entries())
    ended.push({
      step,
      finished: await runStep(step, `${reports}/${suite.name}-${index}.json`, forTool, onText),
    })
  const counts = suite.asOne
    ? countAsOne(ended.map(({ finished }) => finished))
    : sum(ended.map(({ step, finished }) => count(step.account, finished)))
  const empty = counts.passed + counts.failed === 0
  return {
    name: suite.name,
    counts: empty ? { ...nothing, failed: 1, failures: ['it ran no tests'] } : counts,
    seconds: (performance.now() - started) / 1000,
    output: ended.map(({ finished }) => finished.output).join(''),
  }
}

export async function runStep(
  step: Step,
  reportFile: string,
  forTool: string[],
  onText: (text: string) => void,
): Promise<Finished> {
  fs.rmSync(reportFile, { force: true })
  const { args, env } = reporting[step.account](reportFile)
  let output = ''
  const { ok } = await run(
    [...step.command, ...args, ...(takesArguments.includes(step.account) ? forTool : [])],
    {
      env,
      limitSeconds: LIMIT_SECONDS,
      onText: (text) => {
        output += text
        onText(text)
      },
    },
  )
  return {
    ok,
    output,
    report: fs.existsSync(reportFile) ? JSON.parse(fs.readFileSync(reportFile, 'utf8')) : null,
  }
}

const takesArguments: Account[] = ['vitest', 'playwright']

const reporting: Record<Account, (file: string) => { args: string[]; env: NodeJS.ProcessEnv }> = {
  exit: () => ({ args: [], env: {} }),
  hardhat: () => ({ args: [], env: {} }),
  vitest: (file) => ({
    args: ['--allowOnly=false', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env: {},
  }),
  playwright: (file) => ({ args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
}

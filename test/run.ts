// `npm test`: runs every suite, or the named ones, then prints a summary whose last line counts all tests.
import { killAll } from './support/run-command.ts'
import { runSuite, type SuiteResult } from './support/run-suite.ts'
import { type Suite, select } from './support/suites.ts'
import { sum } from './support/test-counts.ts'

const paint = (code: number, text: string) => (process.stdout.isTTY ? `\x1b[${code}m${text}\x1b[0m` : text)
const took = ({ seconds }: SuiteResult) => `${seconds.toFixed(1)} s`

function tally({ counts }: SuiteResult): string {
  const parts = [`${counts.passed} passed`]
  if (counts.failed > 0) parts.push(paint(31, `${counts.failed} failed`))
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`)
  return parts.join(', ')
}

const heading = (text: string) => console.log(`\n${paint(1, `── ${text} `.padEnd(72, '─'))}`)

/**
 * Runs the suites, two at a time, because nearly every machine has two cores. The output of a suite is shown when the
 * suite has ended, or while it runs if no other suite is left.
 */
async function runAll(suites: Suite[], forTool: string[]): Promise<SuiteResult[]> {
  const waiting = [...suites]
  const results = new Map<string, Promise<SuiteResult>>()
  let running = 0
  async function runNext(): Promise<void> {
    const suite = waiting.shift()
    if (!suite) return
    const needed = suite.needs && results.get(suite.needs)
    const result = Promise.resolve(needed).then(() => {
      running += 1
      return runOne(suite, forTool, running === 1 && waiting.length === 0)
    })
    results.set(suite.name, result)
    await result
    running -= 1
    return runNext()
  }
  await Promise.all([runNext(), runNext()])
  return Promise.all(results.values())
}

async function runOne(suite: Suite, forTool: string[], alone: boolean): Promise<SuiteResult> {
  if (alone) heading(suite.name)
  else console.log(paint(2, `running ${suite.name} …`))
  const result = await runSuite(suite, forTool, alone ? (text) => process.stdout.write(text) : () => {})
  if (!alone) {
    heading(suite.name)
    if (result.output) console.log(result.output.trimEnd())
  }
  const mark = result.counts.failed > 0 ? paint(31, '✗') : paint(32, '✓')
  console.log(`${mark} ${suite.name}: ${tally(result)} in ${took(result)}`)
  return result
}

function summarise(results: SuiteResult[], seconds: number): boolean {
  heading(`summary, ${seconds.toFixed(0)} s`)
  for (const result of results)
    console.log(`${result.name.padEnd(10)} ${took(result).padStart(8)}  ${tally(result)}`)
  for (const { name, counts } of results) {
    for (const title of counts.repeated) console.log(`${paint(33, 'passed when repeated')} ${name}: ${title}`)
    for (const title of counts.failures) console.log(`${paint(31, 'failed')} ${name}: ${title}`)
  }
  const { passed, failed } = sum(results.map((result) => result.counts))
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    killAll()
    process.exit(130)
  })

try {
  const { suites, forTool } = select(process.argv.slice(2))
  const started = performance.now()
  const results = await runAll(suites, forTool)
  process.exitCode = summarise(results, (performance.now() - started) / 1000) ? 0 : 1
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

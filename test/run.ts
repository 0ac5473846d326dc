// `npm test`: every suite, or those named, then a summary whose last line counts all tests.
import { endAll } from './support/run-command.ts'
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

/** One suite alone writes as it goes; several at once write one after another, each when it is done. */
async function runStage(stage: Suite[], forTool: string[]): Promise<SuiteResult[]> {
  const names = stage.map((suite) => suite.name).join(', ')
  const alone = stage.length === 1
  if (alone) heading(names)
  else console.log(`\n${paint(2, `running ${names} …`)}`)
  return Promise.all(
    stage.map(async (suite) => {
      const result = await runSuite(suite, forTool, alone ? (text) => process.stdout.write(text) : () => {})
      if (!alone) {
        heading(suite.name)
        if (result.output) console.log(result.output.trimEnd())
      }
      console.log(
        `${result.counts.failed > 0 ? paint(31, '✗') : paint(32, '✓')} ${suite.name}: ${tally(result)} in ${took(result)}`,
      )
      return result
    }),
  )
}

function summarise(results: SuiteResult[], seconds: number): boolean {
  heading(`summary, ${seconds.toFixed(0)} s`)
  for (const result of results)
    console.log(`${result.name.padEnd(10)} ${took(result).padStart(8)}  ${tally(result)}`)
  for (const { name, counts } of results)
    for (const failure of counts.failures) console.log(`${paint(31, 'failed')} ${name}: ${failure}`)
  const { passed, failed } = sum(results.map((result) => result.counts))
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    endAll()
    process.exit(130)
  })

try {
  const { stages, forTool } = select(process.argv.slice(2))
  const started = performance.now()
  const results: SuiteResult[] = []
  for (const stage of stages) results.push(...(await runStage(stage, forTool)))
  process.exitCode = summarise(results, (performance.now() - started) / 1000) ? 0 : 1
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

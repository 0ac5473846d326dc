/** How the tests of a finished command are counted: by its exit code, a JSON report, or lines of its output. */
export type Account = 'exit' | 'vitest' | 'playwright' | 'hardhat'
export type Step = { command: string[]; account: Account }
/** `asOne`: all steps together count as one test. `needs`: the suite that must end before this one starts. */
export type Suite = { name: string; steps: Step[]; asOne?: true; needs?: string }

const exit = (...command: string[]): Step => ({ command, account: 'exit' })
const vitest = (project: string): Step => ({
  command: ['vitest', 'run', '--project', project],
  account: 'vitest',
})

/**
 * The suites in the order in which they start: fast checks, then the longest suites. The short ones at the end fill
 * the time.
 */
export const suites: Suite[] = [
  { name: 'build', asOne: true, steps: [exit('node', 'contracts/artifacts.ts')] },
  {
    name: 'types',
    asOne: true,
    steps: ['.', 'domain', 'frontend'].map((folder) => exit('tsc', '--noEmit', '--project', folder)),
  },
  { name: 'lint', asOne: true, steps: [exit('biome', 'check', '.')] },
  {
    name: 'e2e',
    needs: 'build',
    steps: [{ command: ['playwright', 'test', '--config', 'test/e2e'], account: 'playwright' }],
  },
  { name: 'api', needs: 'build', steps: [vitest('api')] },
  {
    name: 'contracts',
    needs: 'build',
    steps: [
      {
        command: 'hardhat --config contracts/hardhat.config.ts test solidity'.split(' '),
        account: 'hardhat',
      },
      vitest('contracts-node'),
    ],
  },
  { name: 'infra', steps: [vitest('infra')] },
  { name: 'domain', steps: [vitest('domain')] },
  { name: 'frontend', steps: [vitest('frontend')] },
]

export const suiteNames = suites.map((suite) => suite.name)

/**
 * Reads the arguments of `npm test -- …`: leading names of suites select these suites and the ones that they need;
 * without a name every suite is selected. Arguments after a single name are passed to the tool of that suite:
 * `npm test -- api tasks` runs the files with "tasks" in their path.
 *
 * @throws RangeError with one sentence if a name is unknown
 */
export function select(args: string[]): { suites: Suite[]; forTool: string[] } {
  const firstOther = args.findIndex((argument) => !suiteNames.includes(argument))
  const names = firstOther < 0 ? args : args.slice(0, firstOther)
  const forTool = firstOther < 0 ? [] : args.slice(firstOther)
  if (forTool.length > 0 && names.length !== 1)
    throw new RangeError(`There is no suite "${forTool[0]}"; the suites are ${suiteNames.join(', ')}.`)
  if (names.length === 0) return { suites, forTool }
  const selected = suites.filter((suite) => names.includes(suite.name))
  const needed = selected.flatMap((suite) => [suite.name, suite.needs])
  return { suites: suites.filter((suite) => needed.includes(suite.name)), forTool }
}

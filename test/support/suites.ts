/** How a finished command says what it tested: by its exit code alone, by a JSON report, or by a line of its output. */
export type Account = 'exit' | 'vitest' | 'playwright' | 'hardhat'
export type Step = { command: string[]; account: Account }
/** `asOne`: all its steps together are one test. `needs`: the suite whose work this one stands on. */
export type Suite = { name: string; steps: Step[]; asOne?: true; needs?: string }

const exit = (...command: string[]): Step => ({ command, account: 'exit' })
const vitest = (project: string): Step => ({
  command: ['vitest', 'run', '--project', project],
  account: 'vitest',
})

/** Suites of one stage run side by side, because there are two cores nearly everywhere; stages run one after another. */
export const stages: Suite[][] = [
  [
    {
      name: 'types',
      asOne: true,
      steps: ['.', 'domain', 'frontend'].map((folder) => exit('tsc', '--noEmit', '--project', folder)),
    },
    { name: 'lint', asOne: true, steps: [exit('biome', 'check', '.')] },
    { name: 'build', asOne: true, steps: [exit('npm', 'run', 'contracts:build')] },
  ],
  [
    { name: 'domain', steps: [vitest('domain')] },
    { name: 'infra', steps: [vitest('infra')] },
    { name: 'frontend', steps: [vitest('frontend')] },
  ],
  [
    {
      name: 'contracts',
      needs: 'build',
      steps: [{ command: ['npm', 'run', 'contracts:test'], account: 'hardhat' }, vitest('contracts-node')],
    },
    { name: 'api', needs: 'build', steps: [vitest('api')] },
  ],
  [
    {
      name: 'e2e',
      needs: 'build',
      steps: [{ command: ['playwright', 'test', '--config', 'test/e2e'], account: 'playwright' }],
    },
  ],
]

export const suiteNames = stages.flat().map((suite) => suite.name)

/**
 * What `npm test -- …` asks for: the leading names of suites (all where there is none), with what they need before them.
 * What follows one single name goes to that suite's own tool: `npm test -- api tasks` runs the files with "tasks" in their path.
 *
 * @throws RangeError in one sentence when a name is unknown
 */
export function select(words: string[]): { stages: Suite[][]; forTool: string[] } {
  const firstOther = words.findIndex((word) => !suiteNames.includes(word))
  const names = firstOther < 0 ? words : words.slice(0, firstOther)
  const forTool = firstOther < 0 ? [] : words.slice(firstOther)
  if (forTool.length > 0 && names.length !== 1)
    throw new RangeError(`There is no suite "${forTool[0]}"; the suites are ${suiteNames.join(', ')}.`)
  if (names.length === 0) return { stages, forTool }
  const needed = stages
    .flat()
    .flatMap((suite) => (names.includes(suite.name) ? [suite.name, suite.needs] : []))
  const chosen = stages.map((stage) => stage.filter((suite) => needed.includes(suite.name)))
  return { stages: chosen.filter((stage) => stage.length > 0), forTool }
}

// `npm run test:invariants`: runs the invariant tests with a million random calls or more and counts the calls. `--length`:
// steps of the sequences that are tried exhaustively.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import config from '../../contracts/hardhat.config.ts'

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '1700' }, length: { type: 'string', default: '3' } },
})
// A sixth of the steps call neither contract, so 1,700 runs of 150 steps for each handler make about 1,060,000 calls.
const root = join(import.meta.dirname, '../..')
const files = [join(import.meta.dirname, 'AdversarialInvariants.t.sol')]
const folder = join(root, 'cache', 'invariants')
const counts = join(folder, 'counts')
mkdirSync(folder, { recursive: true })
rmSync(counts, { force: true })
process.env.INVARIANT_COUNTS = counts
process.env.SEQUENCE_LENGTH = options.length

const hardhat = await createHardhatRuntimeEnvironment(
  {
    ...config,
    test: {
      solidity: {
        fsPermissions: { writeFile: [counts] },
        invariant: { runs: Number(options.runs), depth: 150, failOnRevert: true },
      },
    },
  },
  {},
  root,
)
await hardhat.tasks.getTask('build').run({ noContracts: true, quiet: true }) // the tests deploy artifacts of handlers too

interface Suites {
  suiteResults: { testResults: { kind: { calls?: bigint } }[] }[]
}

const started = performance.now()
const result = await hardhat.tasks.getTask(['test', 'solidity']).run({ testFiles: files })
const { suiteResults } = (result.success ? result.value : result.error) as Suites
const steps = suiteResults
  .flatMap(({ testResults }) => testResults)
  .reduce((sum, { kind }) => sum + Number(kind.calls ?? 0n), 0)
const [calls, passed] = readFileSync(counts, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number))
  .reduce(
    ([calls = 0, passed = 0], [more = 0, morePassed = 0]) => [calls + more, passed + morePassed],
    [0, 0],
  )
const seconds = Math.round((performance.now() - started) / 1_000)
console.log(`${steps} random steps in ${seconds} s; every invariant was checked after each step.`)
console.log(
  `AdversarialInvariants made ${calls} calls to the token and the escrow; ${passed} of them did not revert.`,
)
process.exitCode = result.success ? 0 : 1

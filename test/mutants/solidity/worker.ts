// Runs the Solidity tests against the bytecode that the parent process sends, in its own copy of the compiled contracts.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { build } from '../../../contracts/artifacts.ts'
import config from '../../../contracts/hardhat.config.ts'
import { answerQuestions } from '../worker-process.ts'

export interface Question {
  contract: string
  bytecode: string
}

const root = join(import.meta.dirname, '../../..')
const here = join(root, 'cache', 'mutants', process.argv[2] ?? '0')
const slowFiles = ['AdversarialInvariants.t.sol']
const tests = join(root, 'test/contracts')
const fastFiles = readdirSync(tests).filter((file) => file.endsWith('.t.sol') && !slowFiles.includes(file))
const originals = new Map<string, string>()

process.env.SEQUENCE_LENGTH = '1' // longer sequences exceed the gas limit below
build()
mkdirSync(here, { recursive: true })
cpSync(join(root, 'artifacts'), join(here, 'artifacts'), { recursive: true })

const hardhat = await createHardhatRuntimeEnvironment(
  {
    ...config,
    paths: { ...config.paths, artifacts: join(here, 'artifacts'), cache: join(here, 'cache') },
    test: {
      solidity: {
        gasLimit: 400_000_000n, // so that an endless loop ends
        fuzz: { runs: 40, seed: '0x1' },
        invariant: { runs: 6, depth: 150, failOnRevert: true, shrinkRunLimit: 0 },
      },
    },
  },
  {},
  root,
)

function put(contract: string, bytecode: string): void {
  const path = join(here, 'artifacts/contracts', `${contract}.sol`, `${contract}.json`)
  const original = originals.get(path) ?? readFileSync(path, 'utf8')
  originals.set(path, original)
  for (const [other, text] of originals) if (other !== path) writeFileSync(other, text)
  writeFileSync(path, JSON.stringify({ ...JSON.parse(original), bytecode }))
}

interface Suites {
  suiteResults: { testResults: { name: string; status: string }[] }[]
}

async function firstFailure(names: string[]): Promise<string | null> {
  const task = hardhat.tasks.getTask(['test', 'solidity'])
  const testFiles = names.map((name) => join(tests, name))
  const result = await task.run({ noCompile: true, testFiles })
  const { suiteResults } = (result.value ?? result.error) as Suites
  const results = suiteResults.flatMap((suite) => suite.testResults)
  if (results.length === 0) throw new Error('No test ran')
  return results.find(({ status }) => status === 'Failure')?.name ?? null
}

// Compiles all tests at once, because contracts that a test only deploys need artifacts too.
await hardhat.tasks.getTask('build').run({ noContracts: true, quiet: true })
answerQuestions(async ({ contract, bytecode }: Question) => {
  put(contract, bytecode)
  return (await firstFailure(fastFiles)) ?? (await firstFailure(slowFiles))
})

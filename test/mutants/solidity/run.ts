// Mutation testing of the contracts: applies one small change at a time and expects a Solidity test to fail.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Mutant } from '../mutant.ts'
import { WorkerProcess } from '../worker-process.ts'
import { compile, contracts, parse, read } from './compile.ts'
import { explained } from './explained.ts'
import { mutantsOf } from './mutate.ts'
import type { Question } from './worker.ts'

const { values: options } = parseArgs({
  options: { workers: { type: 'string' }, only: { type: 'string', default: '' } },
})
const secondsForOne = 300
const files = ['TaskEscrow', 'OperatorLedger', 'EscrowState', 'TaxToken', 'TaxVotes'].map(
  (name) => `contracts/${name}.sol`,
)
const mutants = files
  .flatMap((file) => mutantsOf(file, read(file), parse(file)))
  .filter(({ name }) => name.includes(options.only))
const started = performance.now()
const results = new Map<string, Mutant[]>()
const originals = new Map(contracts.map((contract) => [contract, compile(contract, new Map(), true)]))

/** The result for a mutant. */
async function judge(worker: WorkerProcess<Question>, mutant: Mutant): Promise<string> {
  const contract = contracts.find((name) => mutant.file.endsWith(`${name}.sol`)) ?? 'TaskEscrow'
  const bytecode = compile(contract, new Map([[mutant.file, mutant.source]]))
  if (!bytecode) return 'does not compile'
  if (await worker.ask({ contract, bytecode, slow: true })) return 'noticed'
  const optimized = compile(contract, new Map([[mutant.file, mutant.source]]), true)
  if (optimized === originals.get(contract)) return 'is the same code'
  return explained[mutant.name] ? 'explained' : 'survived'
}

async function work(worker: WorkerProcess<Question>): Promise<void> {
  const before = compile('TaskEscrow', new Map())
  if (!before) throw new Error('The contracts do not compile')
  const broken = await worker.ask({ contract: 'TaskEscrow', bytecode: before, slow: true })
  if (broken) throw new Error(`${broken} fails without a mutant`)
  for (let mutant = mutants[next++]; mutant; mutant = mutants[next++]) {
    const result = await judge(worker, mutant)
    results.set(result, [...(results.get(result) ?? []), mutant])
    if (result === 'survived') console.log(`survived: ${mutant.file}:${mutant.line} ${mutant.name}`)
    if (next % 50 === 0) console.log(`${next} of ${mutants.length}, ${seconds()} s`)
  }
}

const seconds = () => Math.round((performance.now() - started) / 1_000)
let next = 0
const workers = Array.from(
  { length: Number(options.workers ?? availableParallelism()) },
  (_, index) =>
    new WorkerProcess<Question>(join(import.meta.dirname, 'worker.ts'), [`${index}`], secondsForOne),
)
try {
  await Promise.all(workers.map(work))
} finally {
  for (const worker of workers) worker.end()
}

console.log(`${mutants.length} mutants in ${seconds()} s:`)
for (const [result, those] of results) console.log(`${those.length} ${result}`)
const names = new Set((results.get('explained') ?? []).map(({ name }) => name))
const unused = options.only ? [] : Object.keys(explained).filter((name) => !names.has(name))
for (const name of unused) console.log(`in explained.ts, but did not survive: ${name}`)
process.exitCode = results.has('survived') || unused.length > 0 ? 1 : 0

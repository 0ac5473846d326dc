// Mutation testing of the contracts: applies one small change at a time and expects a Solidity test to fail.

import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, contracts, parse, read } from './compile.ts'
import { explained } from './explained.ts'
import { type Mutant, mutantsOf } from './mutate.ts'
import type { Answer, Question } from './worker.ts'

const { values: options } = parseArgs({
  options: { workers: { type: 'string' }, only: { type: 'string', default: '' } },
})
const secondsForOne = 300
const files = ['TaskEscrow', 'OperatorLedger', 'EscrowState', 'TaxToken'].map(
  (name) => `contracts/${name}.sol`,
)
const mutants = files
  .flatMap((file) => mutantsOf(file, read(file), parse(file)))
  .filter(({ name }) => name.includes(options.only))
const started = performance.now()
const results = new Map<string, Mutant[]>()
const originals = new Map(contracts.map((contract) => [contract, compile(contract, new Map(), true)]))

class Worker {
  #number: number
  #process: ChildProcess | null = null
  constructor(number: number) {
    this.#number = number
  }

  /** The result for a mutant. */
  async judge(mutant: Mutant): Promise<string> {
    const contract = mutant.file.endsWith('TaxToken.sol') ? 'TaxToken' : 'TaskEscrow'
    const bytecode = compile(contract, new Map([[mutant.file, mutant.source]]))
    if (!bytecode) return 'does not compile'
    const noticedBy = await this.ask({ contract, bytecode, slow: true })
    if (noticedBy) return 'killed'
    const optimized = compile(contract, new Map([[mutant.file, mutant.source]]), true)
    if (optimized === originals.get(contract)) return 'is the same code'
    return explained[mutant.name] ? 'explained' : 'survived'
  }

  /** Name of the first failing test, or 'too slow'. Null if all tests pass. */
  async ask(question: Question): Promise<string | null> {
    const child = this.#process ?? (await this.#start())
    return new Promise((resolve, reject) => {
      const done = (result: string | null | Error) => {
        clearTimeout(timer)
        child.removeAllListeners()
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      const timer = setTimeout(() => {
        this.end()
        done('too slow')
      }, secondsForOne * 1_000)
      child.once('message', ({ failed }: Answer) => done(failed))
      child.once('exit', (code) => done(new Error(`A worker process exited with code ${code}`)))
      child.send(question)
    })
  }

  end(): void {
    this.#process?.removeAllListeners()
    this.#process?.kill('SIGKILL')
    this.#process = null
  }

  async #start(): Promise<ChildProcess> {
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
    const child = fork(join(import.meta.dirname, 'worker.ts'), [`${this.#number}`], { stdio: [...stdio] })
    this.#process = child
    await new Promise((resolve) => child.once('message', resolve))
    return child
  }
}

async function work(worker: Worker): Promise<void> {
  const before = compile('TaskEscrow', new Map())
  if (!before) throw new Error('The contracts do not compile')
  const broken = await worker.ask({ contract: 'TaskEscrow', bytecode: before, slow: true })
  if (broken) throw new Error(`${broken} fails without a mutant`)
  for (let mutant = mutants[next++]; mutant; mutant = mutants[next++]) {
    const result = await worker.judge(mutant)
    results.set(result, [...(results.get(result) ?? []), mutant])
    if (result === 'survived') console.log(`survived: ${mutant.file}:${mutant.line} ${mutant.name}`)
    if (next % 50 === 0) console.log(`${next} of ${mutants.length}, ${seconds()} s`)
  }
}

const seconds = () => Math.round((performance.now() - started) / 1_000)
let next = 0
const workers = Array.from(
  { length: Number(options.workers ?? availableParallelism()) },
  (_, index) => new Worker(index),
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

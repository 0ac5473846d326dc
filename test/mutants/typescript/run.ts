// Mutation testing of TypeScript: applies one small change at a time and expects a test to fail.
// npm run test:mutants -- ts [folder or file …] [--sample N] [--seed S] [--only part-of-a-name] [--workers N]
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Mutant } from '../mutant.ts'
import { WorkerProcess } from '../worker-process.ts'
import { explained } from './explained.ts'
import { folders, type Step } from './folders.ts'
import { mutantsOf } from './generate.ts'
import { sample } from './sample.ts'
import type { SimulationQuestion } from './simulation-worker.ts'
import type { VitestQuestion } from './vitest-worker.ts'

type Result = 'noticed' | 'explained' | 'survived'
type Job = { folder: string; steps: Step[]; mutant: Mutant }

/** At least this share of the mutants without an explanation must be noticed in every folder. */
const goal = 0.9
const limitSeconds = { domain: 30, frontend: 30, api: 300, simulation: 120 }

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: `${availableParallelism()}` },
  },
})
const root = path.resolve(import.meta.dirname, '../../..')
const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1_000)

function jobsOf(folder: string): Job[] {
  const seen = new Set<string>()
  const jobs = (folders[folder] ?? []).flatMap(({ paths, steps }) =>
    paths.flatMap(sourcesIn).flatMap((file) => {
      if (seen.has(file) || !isWanted(folder, file)) return []
      seen.add(file)
      const mutants = mutantsOf(file, readFileSync(path.join(root, file), 'utf8'))
      return mutants
        .filter(({ name }) => name.includes(options.only))
        .map((mutant) => ({ folder, steps, mutant }))
    }),
  )
  return options.sample ? sample(jobs, Number(options.sample), Number(options.seed)) : jobs
}

/** The TypeScript files of a path. A folder of the table does not contain the folders below it. */
const sourcesIn = (one: string) =>
  one.endsWith('.ts') ? [one] : globSync(`${one}/*.ts`, { cwd: root }).sort()

const isWanted = (folder: string, file: string) =>
  positionals.length === 0 || positionals.some((wanted) => wanted === folder || file.startsWith(wanted))

/** Whether the tests of a step pass without a mutant. */
const passing = new Map<string, Promise<boolean>>()

/** The processes of one thread of work, one for each kind of test, started when first needed. */
class Judge {
  #workers = new Map<string, WorkerProcess<object>>()

  /** Name of the first test that fails because of the mutant, or null. */
  async firstFailure({ file, source }: Mutant, steps: Step[]): Promise<string | null> {
    for (const step of steps) {
      if (!(await this.#passes(step, file))) continue
      const failed = await this.#run(step, file, source)
      if (failed) return failed
    }
    return null
  }

  /** Without a mutant the tests of a step must pass, or every mutant would count as noticed. */
  async #passes(step: Step, file: string): Promise<boolean> {
    const dependsOnFile = 'vitest' in step && step.vitest !== 'api'
    const key = JSON.stringify(dependsOnFile ? [step, file] : step)
    const known = passing.get(key)
    if (known) return known
    const passes = this.#run(step, file, null).then((failed) => {
      if (failed) console.log(`left out, because this test fails without a mutant: ${failed}`)
      if (failed) process.exitCode = 1
      return failed === null
    })
    passing.set(key, passes)
    return passes
  }

  async #run(step: Step, file: string, source: string | null): Promise<string | null> {
    if ('simulation' in step) {
      const question: SimulationQuestion = { file, source, seeds: step.simulation }
      return this.#worker('simulation', 'simulation-worker.ts').ask(question)
    }
    const worker = this.#worker(step.vitest, 'vitest-worker.ts')
    const question: VitestQuestion = { file, source, tests: step.tests }
    const failed = await worker.ask(question)
    if (step.vitest === 'api') worker.end() // the stack of the API tests has loaded this mutant
    return failed
  }

  #worker(kind: keyof typeof limitSeconds, script: string): WorkerProcess<object> {
    const worker =
      this.#workers.get(kind) ??
      new WorkerProcess(path.join(import.meta.dirname, script), [kind], limitSeconds[kind])
    this.#workers.set(kind, worker)
    return worker
  }

  end(): void {
    for (const worker of this.#workers.values()) worker.end()
  }
}

const jobs = Object.keys(folders).flatMap(jobsOf)
const results = new Map<Job, Result>()
let next = 0

async function work(judge: Judge): Promise<void> {
  for (let job = jobs[next++]; job; job = jobs[next++]) {
    const { mutant, steps } = job
    const failed = await judge.firstFailure(mutant, steps)
    const result = failed ? 'noticed' : explained[mutant.name] ? 'explained' : 'survived'
    results.set(job, result)
    if (result === 'survived') console.log(`survived: ${mutant.file}:${mutant.line} ${mutant.name}`)
    if (results.size % 50 === 0) console.log(`${results.size} of ${jobs.length}, ${seconds()} s`)
  }
}

function report(): void {
  console.log(`\n${results.size} of ${jobs.length} mutants in ${seconds()} s`)
  for (const folder of Object.keys(folders)) {
    const own = [...results].filter(([job]) => job.folder === folder)
    if (own.length === 0) continue
    const count = (wanted: Result) => own.filter(([, result]) => result === wanted).length
    const share = count('noticed') / Math.max(own.length - count('explained'), 1)
    if (share < goal) process.exitCode = 1
    console.log(
      `${folder.padEnd(22)} ${own.length} mutants, ${count('noticed')} noticed, ${count('explained')} explained, ${count('survived')} survived: ${(share * 100).toFixed(1)} %`,
    )
  }
  for (const [{ mutant }, result] of results)
    if (explained[mutant.name] && result === 'noticed') {
      console.log(`in explained.ts, but noticed: ${mutant.name}`)
      process.exitCode = 1
    }
}

const judges = Array.from({ length: Math.min(Number(options.workers), jobs.length) }, () => new Judge())
const endJudges = () => {
  for (const judge of judges) judge.end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endJudges()
    report()
    process.exit(1)
  })
await Promise.all(judges.map(work)).finally(endJudges)
report()
if (jobs.length === 0) process.exitCode = 1

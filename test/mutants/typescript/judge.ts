import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Job, Judge, Language } from '../mutant.ts'
import { WorkerProcess } from '../worker-process.ts'
import { explained } from './explained.ts'
import { folders, type Step } from './folders.ts'
import { mutantsOf } from './generate.ts'
import type { SimulationQuestion } from './simulation-worker.ts'
import type { VitestQuestion } from './vitest-worker.ts'

interface TypescriptJob extends Job {
  steps: Step[]
}

// Only a mutant that never ends reaches them, also on a busy machine.
const limitSeconds = { domain: 120, frontend: 120, api: 600, simulation: 240 }
const root = path.resolve(import.meta.dirname, '../../..')

function jobsOf(folder: string, wanted: string[]): TypescriptJob[] {
  const seen = new Set<string>()
  return (folders[folder] ?? []).flatMap(({ paths, steps }) =>
    paths.flatMap(sourcesIn).flatMap((file) => {
      const isWanted = wanted.length === 0 || wanted.some((one) => one === folder || file.startsWith(one))
      if (seen.has(file) || !isWanted) return []
      seen.add(file)
      const mutants = mutantsOf(file, readFileSync(path.join(root, file), 'utf8'))
      return mutants.map((mutant) => ({ folder, steps, mutant }))
    }),
  )
}

/** The TypeScript files of a path. A folder of the table does not contain the folders below it. */
const sourcesIn = (one: string) =>
  one.endsWith('.ts') ? [one] : globSync(`${one}/*.ts`, { cwd: root }).sort()

/** Whether the tests of a step pass without a mutant. */
const passing = new Map<string, Promise<boolean>>()

/** Tests mutants one after another. It has one process for each kind of test, which it starts when the first test needs it. */
class TypescriptJudge implements Judge<TypescriptJob> {
  #workers = new Map<string, WorkerProcess<object>>()

  async firstFailure({ mutant: { file, source }, steps }: TypescriptJob): Promise<string | null> {
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

export const typescript: Language<TypescriptJob> = {
  goal: 0.9,
  explained,
  jobs: (wanted) => Object.keys(folders).flatMap((folder) => jobsOf(folder, wanted)),
  judge: () => new TypescriptJudge(),
}

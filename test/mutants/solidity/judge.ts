import { join } from 'node:path'
import type { Job, Judge, Language } from '../mutant.ts'
import { WorkerProcess } from '../worker-process.ts'
import { compile, contracts, parse, read } from './compile.ts'
import { explained } from './explained.ts'
import { mutantsOf } from './mutate.ts'
import type { Question } from './worker.ts'

const secondsForOne = 300
const names = ['TaskEscrow', 'OperatorLedger', 'EscrowState', 'TaxToken', 'TaxVotes']
const files = names.map((name) => `contracts/${name}.sol`)
const originals = new Map(contracts.map((contract) => [contract, compile(contract, new Map(), true)]))
let judges = 0

class SolidityJudge implements Judge<Job> {
  #worker = new WorkerProcess<Question>(
    join(import.meta.dirname, 'worker.ts'),
    [`${judges++}`],
    secondsForOne,
  )
  #withoutMutant: Promise<string | null> | null = null

  async firstFailure({ mutant: { file, source } }: Job): Promise<string | null> {
    this.#withoutMutant ??= this.#test('TaskEscrow', new Map())
    const broken = await this.#withoutMutant
    if (broken) throw new Error(`${broken} fails without a mutant`)
    const contract = contracts.find((name) => file.endsWith(`${name}.sol`)) ?? 'TaskEscrow'
    const replaced = new Map([[file, source]])
    const failed = await this.#test(contract, replaced)
    return failed ?? (compile(contract, replaced, true) === originals.get(contract) ? 'invalid' : null)
  }

  async #test(
    contract: (typeof contracts)[number],
    replaced: ReadonlyMap<string, string>,
  ): Promise<string | null> {
    const bytecode = compile(contract, replaced)
    return bytecode ? this.#worker.ask({ contract, bytecode }) : 'invalid'
  }

  end(): void {
    this.#worker.end()
  }
}

export const solidity: Language<Job> = {
  goal: 1,
  explained,
  jobs: (wanted) =>
    files
      .filter((file) => wanted.length === 0 || wanted.includes(file))
      .flatMap((file) => mutantsOf(file, read(file), parse(file)))
      .map((mutant) => ({ folder: 'contracts', mutant })),
  judge: () => new SolidityJudge(),
}

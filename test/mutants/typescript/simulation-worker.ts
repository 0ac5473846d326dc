// Runs the payout simulation against mutants that its parent sends. The mutated source is only in memory.
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runHistory } from '../../sim/history.ts'
import { buildInitialItems } from '../../sim/initial-state.ts'
import { loadProduct } from '../../sim/load-product.ts'
import { answerQuestions } from '../worker-process.ts'

/** `source` null: the unchanged file. `seeds`: number of histories to simulate. */
export interface SimulationQuestion {
  file: string
  source: string | null
  seeds: number
}

const root = path.resolve(import.meta.dirname, '../../..')
let mutated = { url: '', source: '' }

// `loadProduct` loads a copy of the modules for each name, as a query of their URLs.
registerHooks({
  load: (url, context, next) =>
    url === mutated.url
      ? { format: 'module-typescript', source: mutated.source, shortCircuit: true }
      : next(url, context),
})

let copies = 0

async function firstFailure({ file, source, seeds }: SimulationQuestion): Promise<string | null> {
  const name = source === null ? null : `mutant-${++copies}`
  mutated = { url: `${pathToFileURL(path.join(root, file))}?fault=${name}`, source: source ?? '' }
  try {
    const product = await loadProduct(name)
    const initialItems = await buildInitialItems(product)
    for (let seed = 1; seed <= seeds; seed++) {
      const [violation] = (await runHistory(product, initialItems, seed)).violations
      if (violation) return `simulation with seed ${seed}: ${violation.split('\n')[0]}`
    }
    return null
  } catch (error) {
    if (name === null) throw error
    return `simulation: ${error}`
  }
}

Error.stackTraceLimit = 0 // the simulation throws thousands of errors on purpose
// A rejection that nobody handles is an error of the mutant.
process.on('unhandledRejection', () => {})
answerQuestions(firstFailure)

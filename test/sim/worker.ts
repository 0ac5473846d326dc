import { parentPort, workerData } from 'node:worker_threads'
import { runHistory } from './history.ts'
import { buildInitialItems } from './initial-state.ts'
import { loadProduct } from './load-product.ts'

/** What one thread found in a range of seeds. */
export interface Found {
  seeds: number
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  lasted: number
  failed: { seed: number; violations: string[] }[]
}

if (parentPort) {
  const port = parentPort
  Error.stackTraceLimit = 0 // thousands of errors are thrown on purpose
  const product = await loadProduct(workerData.fault)
  const initialItems = await buildInitialItems(product)
  port.on('message', async ({ from, to }: { from: number; to: number }) => {
    const found: Found = { seeds: to - from, steps: 0, crashes: 0, lasted: 0, failed: [] }
    for (let seed = from; seed < to; seed++) {
      const { violations, steps, crashes, lasted } = await runHistory(product, initialItems, seed)
      found.steps += steps
      found.crashes += crashes
      found.lasted += lasted
      if (violations.length > 0) found.failed.push({ seed, violations })
    }
    port.postMessage(found)
  })
  port.postMessage(null)
}

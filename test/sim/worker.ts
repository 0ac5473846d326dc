import { parentPort, workerData } from 'node:worker_threads'
import { runHistory } from './history.ts'
import { buildInitialItems } from './initial-state.ts'
import { loadProduct } from './load-product.ts'

/** Sums over a range of seeds, and the histories that violated an invariant. */
export interface RangeResult {
  seeds: number
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  duration: number
  failed: { seed: number; violations: string[] }[]
}

if (parentPort) {
  const port = parentPort
  Error.stackTraceLimit = 0 // thousands of errors are thrown on purpose
  const product = await loadProduct(workerData.fault)
  const initialItems = await buildInitialItems(product)
  port.on('message', async ({ from, to }: { from: number; to: number }) => {
    const found: RangeResult = { seeds: to - from, steps: 0, crashes: 0, duration: 0, failed: [] }
    for (let seed = from; seed < to; seed++) {
      const { violations, steps, crashes, duration } = await runHistory(product, initialItems, seed)
      found.steps += steps
      found.crashes += crashes
      found.duration += duration
      if (violations.length > 0) found.failed.push({ seed, violations })
    }
    port.postMessage(found)
  })
  port.postMessage(null)
}

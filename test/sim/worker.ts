import { parentPort, workerData } from 'node:worker_threads'
import { tell } from './history.ts'
import { loadProduct } from './product.ts'
import { foundVillage } from './village.ts'

/** What one thread found in a range of seeds. */
export interface Found {
  seeds: number
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  lasted: number
  failed: { seed: number; wrongs: string[] }[]
}

if (parentPort) {
  const port = parentPort
  Error.stackTraceLimit = 0 // thousands of errors are thrown on purpose
  const product = await loadProduct(workerData.bug)
  const village = await foundVillage(product)
  port.on('message', async ({ from, to }: { from: number; to: number }) => {
    const found: Found = { seeds: to - from, steps: 0, crashes: 0, lasted: 0, failed: [] }
    for (let seed = from; seed < to; seed++) {
      const { wrongs, steps, crashes, lasted } = await tell(product, village, seed)
      found.steps += steps
      found.crashes += crashes
      found.lasted += lasted
      if (wrongs.length > 0) found.failed.push({ seed, wrongs })
    }
    port.postMessage(found)
  })
  port.postMessage(null)
}

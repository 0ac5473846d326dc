import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { RangeResult } from './worker.ts'

/** Seeds that a worker thread gets at once. */
const chunk = 250

/** Seeds after which the progress is printed. */
const progressEvery = 10_000

/** Runs `count` histories, starting with seed `first`, in as many worker threads as there are cores. Returns the sums of their results. */
export async function runHistories(first: number, count: number, fault: string | null): Promise<RangeResult> {
  const sum: RangeResult = { seeds: 0, steps: 0, crashes: 0, duration: 0, failed: [] }
  const end = first + count
  let next = first
  const threads = Math.min(availableParallelism(), Math.ceil(count / chunk))
  await Promise.all(Array.from({ length: threads }, () => new Promise<void>(thread)))
  sum.failed.sort((one, other) => one.seed - other.seed)
  return sum

  function thread(resolve: () => void, reject: (error: Error) => void) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { fault } })
    worker.on('error', reject)
    worker.on('message', (found: RangeResult | null) => {
      if (found) {
        for (const name of ['seeds', 'steps', 'crashes', 'duration'] as const) sum[name] += found[name]
        sum.failed.push(...found.failed)
        for (const { seed } of found.failed) console.log(`seed ${seed} violated an invariant`)
        if (sum.seeds % progressEvery === 0 && sum.seeds < count)
          console.log(
            `${sum.seeds} of ${count} histories, ${sum.failed.length} of them violated an invariant`,
          )
      }
      if (next >= end) return void worker.terminate().then(() => resolve())
      const from = next
      next = Math.min(end, from + chunk)
      worker.postMessage({ from, to: next })
    })
  }
}

// `npm run sim:payouts`: runs simulated histories of payouts, each generated from a seed (history.ts). README lists the options.
import { parseArgs } from 'node:util'
import { type HistoryResult, marketEvery, runHistory } from './history.ts'
import { buildInitialItems, start } from './initial-state.ts'
import { loadProduct } from './load-product.ts'
import { plantedFaults } from './planted-faults.ts'
import { runHistories } from './run-histories.ts'

/** Seeds within which each planted fault must be found. */
const maxSeeds = 700

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    fault: { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed ?? 1)
const fault = values.fault ?? null

if (fault !== null && !plantedFaults[fault]) {
  console.error(`Unknown fault "${fault}". The faults are ${Object.keys(plantedFaults).join(', ')}.`)
  process.exitCode = 1
} else if (values.faults) await findPlantedFaults()
else if (values.seed !== undefined && values.seeds === undefined) await replay(first)
else await runMany(Number(values.seeds ?? 10_000))

async function runMany(count: number): Promise<void> {
  const started = performance.now()
  const { crashes, failed, duration, seeds, steps } = await runHistories(first, count, fault)
  const seconds = (performance.now() - started) / 1000
  const average = (value: number, digits = 1) => (value / seeds).toFixed(digits)
  console.log(`${seeds} histories from seed ${first} in ${seconds.toFixed(1)} s: ${rate(seeds / seconds)}`)
  console.log(
    `on average ${average(steps, 0)} steps, ${average(crashes)} crashes, ${average(duration / 60_000)} virtual minutes`,
  )
  console.log(`${failed.length} of them violated an invariant`)
  const [example] = failed
  if (!example) return
  console.log(`seeds ${failed.slice(0, 20).map(({ seed }) => seed)}${failed.length > 20 ? ' …' : ''}\n`)
  await replay(example.seed)
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)} a second, ${Math.round(perSecond * 60)} a minute`
}

/** Runs one history and prints every step. */
async function replay(seed: number): Promise<void> {
  const product = await loadProduct(fault)
  const result = await runHistory(product, await buildInitialItems(product), seed, true)
  print(seed, result)
  if (result.violations.length > 0) process.exitCode = 1
}

function print(seed: number, { lines, violations }: HistoryResult): void {
  const text = lines.map(({ step, at, actor, label, outcome }) => {
    const time = ((at - start) / 1000).toFixed(2)
    return `${String(step).padStart(5)} ${time.padStart(9)} s  ${actor.padEnd(11)} ${label} → ${outcome}`
  })
  console.log(text.join('\n'))
  console.log(`\nseed ${seed}: ${violations.length === 0 ? 'no violation' : 'violations'}`)
  for (const violation of violations) console.log(`  ✗ ${violation}`)
  console.log(`run it again with: npm run sim:payouts -- --seed ${seed}${fault ? ` --fault ${fault}` : ''}`)
}

/** Runs histories with each planted fault until one violates an invariant. Exits with 1 if a fault is not found. */
async function findPlantedFaults(): Promise<void> {
  for (const [name, { description, isOfMarket }] of Object.entries(plantedFaults)) {
    const product = await loadProduct(name)
    const initialItems = await buildInitialItems(product)
    let seed = first
    let violations: string[] = []
    for (; violations.length === 0 && seed < first + maxSeeds; seed++) {
      // Only markets, or only the others, can find the fault soon.
      if ((seed % marketEvery === 0) === isOfMarket)
        ({ violations } = await runHistory(product, initialItems, seed))
    }
    const found = violations.length > 0 ? `seed ${seed - 1}`.padEnd(10) : 'NOT FOUND '
    console.log(
      `${found} ${name.padEnd(28)} ${description}\n${' '.repeat(11)}✗ ${violations[0]?.split('\n')[0] ?? ''}`,
    )
    if (violations.length === 0) process.exitCode = 1
  }
}

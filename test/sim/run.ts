// `npm run sim:payouts`: simulated payout histories, each generated from a seed. README lists the options.
import { parseArgs } from 'node:util'
import { type HistoryResult, runHistory } from './history.ts'
import { buildInitialItems, start } from './initial-state.ts'
import { loadProduct } from './load-product.ts'
import { plantedFaults } from './planted-faults.ts'
import { runHistories } from './run-histories.ts'

/** Seeds within which each planted fault must be found. */
const enough = 1000

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
} else if (values.faults) await hunt()
else if (values.seed !== undefined && values.seeds === undefined) await replay(first)
else await many(Number(values.seeds ?? 10_000))

async function many(count: number): Promise<void> {
  const started = performance.now()
  const { crashes, failed, lasted, seeds, steps } = await runHistories(first, count, fault)
  const seconds = (performance.now() - started) / 1000
  const each = (value: number, digits = 1) => (value / seeds).toFixed(digits)
  console.log(`${seeds} histories from seed ${first} in ${seconds.toFixed(1)} s: ${rate(seeds / seconds)}`)
  console.log(`each ${each(steps, 0)} steps, ${each(crashes)} crashes, ${each(lasted / 60_000)} minutes`)
  console.log(`${failed.length} of them violated an invariant`)
  const [worst] = failed
  if (!worst) return
  console.log(`seeds ${failed.slice(0, 20).map(({ seed }) => seed)}${failed.length > 20 ? ' …' : ''}\n`)
  await replay(worst.seed)
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)} a second, ${Math.round(perSecond * 60)} a minute`
}

/** Runs one history again and prints every step. */
async function replay(seed: number): Promise<void> {
  const product = await loadProduct(fault)
  const told = await runHistory(product, await buildInitialItems(product), seed, true)
  print(seed, told)
  if (told.violations.length > 0) process.exitCode = 1
}

function print(seed: number, { lines, violations }: HistoryResult): void {
  const told = lines.map(({ step, at, actor, what, outcome }) => {
    const time = ((at - start) / 1000).toFixed(2)
    return `${String(step).padStart(5)} ${time.padStart(9)} s  ${actor.padEnd(11)} ${what} → ${outcome}`
  })
  console.log(told.join('\n'))
  console.log(`\nseed ${seed}: ${violations.length === 0 ? 'no violation' : 'violations'}`)
  for (const violation of violations) console.log(`  ✗ ${violation}`)
  console.log(`again with: npm run sim:payouts -- --seed ${seed}${fault ? ` --fault ${fault}` : ''}`)
}

/** Plants each fault in turn; fails when one is not found. */
async function hunt(): Promise<void> {
  for (const [name, { description }] of Object.entries(plantedFaults)) {
    const product = await loadProduct(name)
    const initialItems = await buildInitialItems(product)
    let seed = first
    let violations: string[] = []
    for (; violations.length === 0 && seed < first + enough; seed++) {
      ;({ violations } = await runHistory(product, initialItems, seed))
    }
    const found = violations.length > 0 ? `seed ${seed - 1}`.padEnd(10) : 'NOT FOUND '
    console.log(
      `${found} ${name.padEnd(28)} ${description}\n${' '.repeat(11)}✗ ${violations[0]?.split('\n')[0] ?? ''}`,
    )
    if (violations.length === 0) process.exitCode = 1
  }
}

// `npm run sim:payouts`: histories of paying, each from a seed. README says how to call it.
import { parseArgs } from 'node:util'
import { bugs } from './bugs.ts'
import { type Told, tell } from './history.ts'
import { tellMany } from './many.ts'
import { loadProduct } from './product.ts'
import { foundVillage, start } from './village.ts'

/** Seeds within which each planted bug must be found. */
const enough = 1000

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    bug: { type: 'string' },
    bugs: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed ?? 1)
const bug = values.bug ?? null

if (bug !== null && !bugs[bug]) {
  console.error(`There is no bug "${bug}"; the bugs are ${Object.keys(bugs).join(', ')}.`)
  process.exitCode = 1
} else if (values.bugs) await hunt()
else if (values.seed !== undefined && values.seeds === undefined) await replay(first)
else await many(Number(values.seeds ?? 10_000))

async function many(count: number): Promise<void> {
  const started = performance.now()
  const { crashes, failed, lasted, seeds, steps } = await tellMany(first, count, bug)
  const seconds = (performance.now() - started) / 1000
  const each = (value: number, digits = 1) => (value / seeds).toFixed(digits)
  console.log(`${seeds} histories from seed ${first} in ${seconds.toFixed(1)} s: ${rate(seeds / seconds)}`)
  console.log(`each ${each(steps, 0)} steps, ${each(crashes)} crashes, ${each(lasted / 60_000)} minutes`)
  console.log(`${failed.length} of them broke a promise`)
  const [worst] = failed
  if (!worst) return
  console.log(`seeds ${failed.slice(0, 20).map(({ seed }) => seed)}${failed.length > 20 ? ' …' : ''}\n`)
  await replay(worst.seed)
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)} a second, ${Math.round(perSecond * 60)} a minute`
}

/** Tells one history again, line by line. */
async function replay(seed: number): Promise<void> {
  const product = await loadProduct(bug)
  const told = await tell(product, await foundVillage(product), seed, true)
  print(seed, told)
  if (told.wrongs.length > 0) process.exitCode = 1
}

function print(seed: number, { lines, wrongs }: Told): void {
  const told = lines.map(({ step, at, actor, what, outcome }) => {
    const time = ((at - start) / 1000).toFixed(2)
    return `${String(step).padStart(5)} ${time.padStart(9)} s  ${actor.padEnd(11)} ${what} → ${outcome}`
  })
  console.log(told.join('\n'))
  console.log(`\nseed ${seed}: ${wrongs.length === 0 ? 'all promises kept' : 'broken promises'}`)
  for (const wrong of wrongs) console.log(`  ✗ ${wrong}`)
  console.log(`again with: npm run sim:payouts -- --seed ${seed}${bug ? ` --bug ${bug}` : ''}`)
}

/** Plants each bug in turn; fails when one is not found. */
async function hunt(): Promise<void> {
  for (const [name, { says }] of Object.entries(bugs)) {
    const product = await loadProduct(name)
    const village = await foundVillage(product)
    let seed = first
    let wrongs: string[] = []
    for (; wrongs.length === 0 && seed < first + enough; seed++) {
      ;({ wrongs } = await tell(product, village, seed))
    }
    const found = wrongs.length > 0 ? `seed ${seed - 1}`.padEnd(10) : 'NOT FOUND '
    console.log(`${found} ${name.padEnd(28)} ${says}\n${' '.repeat(11)}✗ ${wrongs[0]?.split('\n')[0] ?? ''}`)
    if (wrongs.length === 0) process.exitCode = 1
  }
}

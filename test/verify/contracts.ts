// npm run verify:contracts -- [slither] [halmos]
// Checks the contracts with tools that other people made: docs/contracts.md says what each of them shows.
import { readFileSync, rmSync } from 'node:fs'
import accepted from './slither-accepted.json' with { type: 'json' }
import { cached, install, run } from './tools.ts'

interface Finding {
  check: string
  description: string
  elements: { name: string }[]
}

/** Static analysis. Fails for a finding without a reason in slither-accepted.json, and for a reason without a finding. */
function slither(): boolean {
  const report = cached('slither.json')
  rmSync(report, { force: true })
  run('slither', '.', '--filter-paths', 'node_modules|test', '--json', report, '--no-fail-pedantic')
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as { results: { detectors?: Finding[] } }
  const found = results.detectors ?? []
  const placeOf = ({ check, elements }: Finding) => `${check} ${elements[0]?.name ?? ''}`
  const explained = new Set(
    accepted.flatMap(({ check, places }) => places.map((place) => `${check} ${place}`)),
  )
  const open = found.filter((finding) => !explained.has(placeOf(finding)))
  const unused = [...explained].filter((place) => !found.some((finding) => placeOf(finding) === place))
  for (const finding of open) console.log(`without a reason: ${placeOf(finding)}\n${finding.description}`)
  for (const place of unused) console.log(`a reason without a finding: ${place}`)
  console.log(`${found.length} findings, ${open.length} of them without a reason`)
  return found.length > 0 && open.length + unused.length === 0
}

/** Symbolic execution of the properties in EscrowProperties.t.sol. */
const halmos = (): boolean =>
  run('forge', 'build', 'test/verify', 'contracts', '--offline') &&
  run(
    'halmos',
    ...['--forge-build-out', '.cache/verify/out', '--contract', 'EscrowProperties', '--no-status'],
    ...['--loop', '3', '--solver', 'z3'],
  )

const tools = { slither, halmos }
const wanted = process.argv.slice(2)
install()
for (const [name, check] of Object.entries(tools)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}`)
  const started = performance.now()
  const passes = check()
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${name}: ${passes ? 'passed' : 'failed'} after ${seconds} s`)
  if (!passes) process.exitCode = 1
}

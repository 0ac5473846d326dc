import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { compileContracts } from '../../local/deploy-contracts.ts'
import { seed, seedCounts } from '../../local/seed.ts'
import { siteSettings } from '../../local/site-settings.ts'
import { startStack } from '../../local/stack.ts'
import { compressFiles } from '../../local/web-app.ts'
import { findBrowser } from '../support/browser.ts'
import { buildAndMeasure, firstRouteLimit, type Size, type Sizes, scripts, sum } from './bundle-sizes.ts'
import { categories, type Device, median, type Visit, visit } from './lighthouse.ts'

/**
 * `npm run bench:web` prints the sizes of the production build, and the Lighthouse medians of five visits to the home page,
 * the task list and a shared task, as mobile and desktop. It exits with 1 if the first route is too large or a score is below 98.
 * The environment variable `VISITS` sets another number of visits.
 */

const devices: Device[] = ['mobile', 'desktop']
const visits = Number(process.env.VISITS ?? 5)
const minimumScore = 98

function printSizes({ first, demand }: Sizes) {
  const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(10)
  const line = ({ file, raw, gzip, brotli }: Size) =>
    console.log(file.padEnd(44) + kib(raw) + kib(gzip) + kib(brotli))
  console.log(`${'KiB'.padEnd(44)}${['raw', 'gzip', 'brotli'].map((name) => name.padStart(10)).join('')}`)
  console.log('\nfirst route')
  for (const size of first) line(size)
  line(sum(first, '  total'))
  line({ ...scripts(first), file: '  JavaScript only' })
  console.log('\non demand')
  for (const size of demand) line(size)
  line(sum(demand, '  total'))
}

const cells = (values: string[], width: number) => values.map((value) => value.padStart(width)).join('')

function printScoresOf(name: string, { scores, lcp, tbt, cls }: Visit) {
  const times = [lcp, tbt].map((value) => `${Math.round(value)} ms`)
  console.log(name.padEnd(20) + cells(scores.map(String), 16) + cells([...times, cls.toFixed(3)], 10))
}

process.env.SITE_SETTINGS = JSON.stringify(siteSettings(''))
const site = await fs.mkdtemp(path.join(os.tmpdir(), 'bench-web-'))
const [sizes, browser] = await Promise.all([buildAndMeasure(site), findBrowser(), compileContracts()])
printSizes(sizes)
await compressFiles(site)
const stack = await startStack({ site })
try {
  await seed(stack)
  console.log(
    `\nServed on this machine with ${seedCounts.tasks} tasks, text files compressed (Brotli 5) and cached as by CloudFront; API\nresponses are not compressed. Lighthouse simulates the network and processor of a phone.
Load average before: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} processors. Above 1 per processor, the scores become too low.`,
  )
  console.log(
    `\n${`median of ${visits} visits`.padEnd(20)}${cells([...categories], 16)}${cells(['LCP', 'TBT', 'CLS'], 10)}`,
  )
  const rows: { name: string; result: Visit }[] = []
  const shared = (await (await fetch(`${stack.origin}/api/tasks`)).json()) as { id: string }[]
  for (const path of ['/', '/tasks', `/t/${shared[0]?.id}`])
    for (const device of devices) {
      const results: Visit[] = []
      for (let round = 0; round < visits; round++)
        results.push(await visit(stack.origin + path, device, browser))
      const row = { name: `${path} ${device}`, result: median(results) }
      rows.push(row)
      printScoresOf(row.name, row.result)
    }
  console.log('\naudits that lost points in at least one visit')
  for (const { name, result } of rows) for (const lost of result.lost) console.log(name.padEnd(20) + lost)
  const tooLarge = scripts(sizes.first).gzip > firstRouteLimit
  const tooLow = rows.some(({ result }) => result.scores.some((score) => score < minimumScore))
  if (tooLarge)
    console.log(`\nThe first route's JavaScript is over ${firstRouteLimit / 1024} KiB after gzip.`)
  if (tooLow) console.log(`\nA score is below ${minimumScore}.`)
  process.exitCode = tooLarge || tooLow ? 1 : 0
} finally {
  await stack.close()
  await fs.rm(site, { recursive: true })
}

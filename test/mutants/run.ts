// Mutation testing: applies one small change at a time to the contracts and expects a test to fail.
// npm run test:mutants -- [contract file …] [--only part-of-a-name] [--workers N]

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Mutant } from './mutant.ts'
import { explained } from './solidity/explained.ts'
import { Judge, mutants } from './solidity/judge.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: `${availableParallelism()}` },
  },
})
const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1_000)
const all = mutants(positionals).filter(({ name }) => name.includes(options.only))
const results = new Map<Mutant, 'noticed' | 'explained' | 'survived' | 'invalid'>()
let next = 0

async function work(judge: Judge): Promise<void> {
  for (let mutant = all[next++]; mutant; mutant = all[next++]) {
    const { file, line, name } = mutant
    const failed = await judge.firstFailure(mutant)
    if (failed) results.set(mutant, failed === 'invalid' ? failed : 'noticed')
    else results.set(mutant, explained[name] ? 'explained' : 'survived')
    if (results.get(mutant) === 'survived') console.log(`survived: ${file}:${line} ${name}`)
    if (results.size % 50 === 0) console.log(`${results.size} of ${all.length}, ${seconds()} s`)
  }
}

/** Fails if a mutant survived, or if a test noticed one that should be equivalent. */
function report(): void {
  const count = (wanted: string) => [...results.values()].filter((result) => result === wanted).length
  console.log(`\n${results.size} of ${all.length} mutants in ${seconds()} s`)
  console.log(
    `${count('noticed')} noticed, ${count('explained')} explained, ${count('survived')} survived, ${count('invalid')} invalid`,
  )
  if (count('survived') > 0) process.exitCode = 1
  for (const [{ name }, result] of results)
    if (explained[name] && result !== 'explained') {
      console.log(`in explained.ts, but ${result}: ${name}`)
      process.exitCode = 1
    }
}

const judges = Array.from({ length: Math.min(Number(options.workers), all.length) }, () => new Judge())
const endJudges = () => {
  for (const judge of judges) judge.end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endJudges()
    report()
    process.exit(1)
  })
await Promise.all(judges.map(work)).finally(endJudges)
report()
if (all.length === 0) process.exitCode = 1

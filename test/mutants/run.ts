// Mutation testing: applies one small change at a time and expects a test to fail.
// npm run test:mutants -- [options]: of the contracts
// npm run test:mutants -- ts [folder or file …] [options]: of TypeScript
// Options: --only part-of-a-name (also several), --sample N for about N mutants, spread evenly and always the same, --workers N

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Job, Judge, Language } from './mutant.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    sample: { type: 'string', default: 'Infinity' },
    workers: { type: 'string', default: `${availableParallelism()}` },
  },
})
const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1_000)

async function testMutants<One extends Job>(language: Language<One>, wanted: string[]): Promise<void> {
  const { goal, explained } = language
  const all = language
    .jobs(wanted)
    .filter(({ mutant }) => options.only.some((part) => mutant.name.includes(part)))
  const step = Math.max(1, all.length / Number(options.sample))
  const jobs = all.filter((_, index) => index % step < 1)
  const results = new Map<One, 'noticed' | 'explained' | 'survived' | 'invalid'>()
  let next = 0

  async function work(judge: Judge<One>): Promise<void> {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      const { file, line, name } = job.mutant
      const failed = await judge.firstFailure(job)
      if (failed) results.set(job, failed === 'invalid' ? failed : 'noticed')
      else results.set(job, explained[name] ? 'explained' : 'survived')
      if (results.get(job) === 'survived') console.log(`survived: ${file}:${line} ${name}`)
      if (results.size % 50 === 0) console.log(`${results.size} of ${jobs.length}, ${seconds()} s`)
    }
  }

  function report(): void {
    console.log(`\n${results.size} of ${jobs.length} mutants in ${seconds()} s`)
    for (const folder of new Set(jobs.map((job) => job.folder))) {
      const own = [...results].filter(([job, result]) => job.folder === folder && result !== 'invalid')
      const count = (wanted: string) => own.filter(([, result]) => result === wanted).length
      const share = count('noticed') / Math.max(own.length - count('explained'), 1)
      if (share < goal && count('survived') > 0) process.exitCode = 1
      console.log(
        `${folder.padEnd(22)} ${own.length} mutants, ${count('noticed')} noticed, ${count('explained')} explained, ${count('survived')} survived: ${(share * 100).toFixed(1)} %`,
      )
    }
    for (const [{ mutant }, result] of results)
      if (explained[mutant.name] && result !== 'explained') {
        console.log(`in explained.ts, but ${result}: ${mutant.name}`)
        process.exitCode = 1
      }
  }

  const judges = Array.from({ length: Math.min(Number(options.workers), jobs.length) }, language.judge)
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
  if (jobs.length === 0) process.exitCode = 1
}

if (positionals[0] === 'ts')
  await testMutants((await import('./typescript/judge.ts')).typescript, positionals.slice(1))
else await testMutants((await import('./solidity/judge.ts')).solidity, positionals)

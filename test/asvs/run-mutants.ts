import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { files, root } from '../repository/repository-files.ts'
import type * as runSuite from '../support/run-suite.ts'
import { count } from '../support/test-counts.ts'
import { type Mutant, mutants, mutated, resultOf, results, resultsFile } from './mutants.ts'
import { type Requirement, tested, testsOf } from './table.ts'

/** Copies the repository, so that a crash leaves no mutant in the working tree. The packages are shared. */
function copyRepository(): string {
  process.on('SIGINT', () => process.exit(1))
  const copy = mkdtempSync(path.join(tmpdir(), 'asvs-mutants-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const file of files()) cpSync(path.join(root, file), path.join(copy, file))
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  return copy
}

const patternOf = (title: string) => title.replaceAll(/%(?:\d\$)?\w|\$\w+/g, ' ').replaceAll(/\W+/g, '.*')

const isNoticed = (row: Requirement, failed: Set<string>) =>
  testsOf(row).some(({ title }) => failed.has(title))

/** The fast tests first. */
const folders = ['domain', 'repository', 'frontend', 'infra', 'api', 'e2e']
const playwright = 'playwright test --config test/e2e --project e2e --retries 0 --timeout 120000 -g'.split(
  ' ',
)

/** Runs the tests of each requirement in the copy until one fails. Adds the titles of those that failed. @throws Error if tests could not run */
async function addFailed(failed: Set<string>, copy: string, rows: Requirement[]): Promise<void> {
  const place = pathToFileURL(path.join(copy, 'test/support/run-suite.ts')).href
  const { runStep }: typeof runSuite = await import(place)
  for (const folder of folders) {
    const open = rows.filter((row) => !isNoticed(row, failed)).flatMap(testsOf)
    const tests = open.filter(({ file }) => file.startsWith(`test/${folder}/`))
    if (tests.length === 0) continue
    const account = folder === 'e2e' ? 'playwright' : 'vitest'
    const tool =
      account === 'playwright'
        ? playwright
        : ['vitest', 'run', ...(rows.length === 1 ? ['--bail', '1'] : []), '-t']
    const command = [
      ...tool,
      tests.map(({ title }) => patternOf(title)).join('|'),
      ...tests.map(({ file }) => file),
    ]
    const finished = await runStep({ account, command }, path.join(copy, 'report.json'), [], () => {})
    const { failures, passed } = count(account, finished)
    const noticing = tests.filter(({ title }) =>
      failures.some((name) => new RegExp(patternOf(title)).test(name)),
    )
    for (const { title } of noticing) failed.add(title)
    // For instance, the mutant is no valid code, or the stack did not start. That shows nothing about the tests.
    if (noticing.length === 0 && (failures.length > 0 || passed === 0))
      throw new Error(`${finished.output}\nThe command ended without a result of the named tests.`)
  }
}

/** Runs the tests of each mutant without a result: two mutants at a time, saved at once. They pass without it, as `npm test` shows. */
export async function testMutants(): Promise<void> {
  const isOpen = ({ evidence, id }: Requirement, mutant: Mutant) =>
    mutant.ids.includes(id) && results.get(id) !== resultOf(mutant, evidence, 'noticed')
  const waiting = mutants
    .map((mutant) => ({ mutant, rows: tested.filter((row) => isOpen(row, mutant)) }))
    .filter(({ rows }) => rows.length > 0)
  async function work(): Promise<void> {
    const copy = copyRepository()
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { mutant, rows } = next
      const place = path.join(copy, mutant.file)
      writeFileSync(place, mutated(mutant))
      const failed = new Set<string>()
      const error = await addFailed(failed, copy, rows).catch((reason: Error) => reason)
      if (error) console.error(error.message)
      cpSync(path.join(root, mutant.file), place)
      for (const row of rows) {
        const result = isNoticed(row, failed) ? 'noticed' : error ? 'not run' : 'not noticed'
        console.log(`${row.id} ${result}: ${mutant.change}`)
        results.set(row.id, resultOf(mutant, row.evidence, result))
      }
      writeFileSync(
        resultsFile,
        [...results]
          .map((entry) => `${entry.join(' | ')}\n`)
          .sort()
          .join(''),
      )
    }
  }
  await Promise.all([work(), work()])
}

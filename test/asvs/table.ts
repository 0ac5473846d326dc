import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../repository/repository-files.ts'
import { mutantOf, mutants, mutated, resultOf, results } from './mutants.ts'

type Verdict = 'met' | 'partly' | 'open' | 'n/a'

/** A requirement of OWASP ASVS 5.0, and what shows that it is met. */
export interface Requirement {
  id: string
  level: '1' | '2'
  verdict: Verdict
  /** `=path` for a place, otherwise `suite/file: beginning of a test's title`. */
  evidence: string[]
  note: string
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const lines = read('test/asvs/requirements.txt').trim().split('\n')

/** The lines of requirements.txt: `id level verdict | evidence + evidence | note`. Lines with # begin a chapter. */
export const requirements: Requirement[] = lines
  .filter((line) => !line.startsWith('#'))
  .map((line) => {
    const [head = '', evidence = '', note = ''] = line.split('|').map((part) => part.trim())
    const [id = '', level, verdict] = head.split(' ')
    return {
      id,
      level: level as Requirement['level'],
      verdict: verdict as Verdict,
      evidence: evidence.split(' + ').filter(Boolean),
      note,
    }
  })

/** The file and the whole title of a test, or the path of a place. @throws RangeError unless exactly one exists */
function find(evidence: string): { file: string; title?: string } {
  if (evidence.startsWith('=')) {
    const file = evidence.slice(1)
    if (!existsSync(path.join(root, file))) throw new RangeError(`There is no ${file}`)
    return { file }
  }
  const [name = '', beginning = ''] = evidence.split(': ')
  const file = [`test/${name}.test.ts`, `test/${name}.spec.ts`].find((one) =>
    existsSync(path.join(root, one)),
  )
  if (!file) throw new RangeError(`There is no test file ${name}`)
  const titles = [...read(file).matchAll(/(?:\btest|\))\(\s*'((?:[^'\\]|\\.)*)'/g)].map(
    ([, title = '']) => title,
  )
  const found = titles.filter((title) => title.startsWith(beginning))
  if (!beginning || found.length !== 1)
    throw new RangeError(`${found.length} tests of ${file} begin with "${beginning}"`)
  return { file, title: found[0] as string }
}

const isTest = (evidence: string) => !evidence.startsWith('=')

/** The requirements that are met with an automated test. */
export const tested = requirements.filter(
  ({ evidence, verdict }) => verdict === 'met' && evidence.some(isTest),
)

export const testsOf = ({ evidence }: Requirement) =>
  evidence.map(find).flatMap(({ file, title }) => (title ? { file, title } : []))

/** The requirements whose mutant no named test has noticed, and the mutants of no requirement. */
export const mutantProblems = (): string[] => [
  ...mutants.flatMap(({ ids }) => ids.filter((one) => !tested.some(({ id }) => id === one))),
  ...tested.flatMap(({ evidence, id }) => {
    const mutant = mutantOf(id)
    if (!mutant) return `${id}: no mutant in mutants.txt`
    mutated(mutant)
    if (results.get(id) === resultOf(mutant, evidence, 'noticed')) return []
    return `${id}: run \`npm run asvs -- mutants\`; the last result is ${results.get(id)}`
  }),
]

/** What is wrong with the table, by requirement. */
export const problems = (): string[] =>
  requirements.flatMap(({ id, evidence, note, verdict }) => {
    const problem =
      verdict === 'met' || verdict === 'partly'
        ? evidence.length === 0 && 'no evidence'
        : (!note && 'no reason') || (evidence.length > 0 && 'evidence of nothing')
    const missing = evidence.flatMap((one) => {
      try {
        find(one)
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    })
    return [...(problem ? [problem] : []), ...missing].map((text) => `${id}: ${text}`)
  })

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function shownBy(evidence: string): string {
  const { file, title } = find(evidence)
  return title ? `[${escaped(title)}](../${file})` : `[${file}](../${file})`
}

const count = (verdict: Verdict, level: string) =>
  requirements.filter((one) => one.verdict === verdict && one.level === level).length

/** The content of docs/asvs.md. */
export function asvsDocument(): string {
  const met = requirements.filter(({ verdict }) => verdict === 'met')
  const applicable = requirements.filter(({ verdict }) => verdict !== 'n/a')
  const rows = lines.map((line, index) => {
    if (line.startsWith('#'))
      return `${index > 0 ? '\n' : ''}#${line}\n\n| requirement | level | verdict | shown by | mutant | note |\n|---|---|---|---|---|---|`
    const row = requirements.find(({ id }) => line.startsWith(`${id} `))
    if (!row) return ''
    const shown = row.evidence.map(shownBy).join('<br>')
    const mutant = escaped(mutantOf(row.id)?.change ?? '')
    const cells = [row.id, row.level, row.verdict, shown, mutant, escaped(row.note)]
    return `| ${cells.join(' | ')} |`
  })
  return `# OWASP ASVS 5.0

For reviewers of security: each requirement of the
[Application Security Verification Standard](https://github.com/OWASP/ASVS/tree/v5.0.0) 5.0, levels 1 and 2, and the test or the place
that meets it. Written by \`npm run asvs\` from \`test/asvs/requirements.txt\`; a test fails if a named test does not exist, or if this file differs. The
verdicts are the developers' own. Reasons and risks are in [threat-model.md](threat-model.md).

The column *mutant* names a change of the product that breaks the rule of the requirement (\`test/asvs/mutants.txt\`). With this
change, at least one test of the row failed. \`npm run asvs -- mutants\` makes each change that has no result \`noticed\` in
\`test/asvs/mutant-results.txt\`, and runs the tests of the row in a copy of the repository. A test fails if the code no longer has the text that a
change replaces, or if the result is another: \`not noticed\` (all tests passed) or \`not run\` (they could not start).

Of ${requirements.length} requirements ${applicable.length} apply. Of these, ${met.length} are met, ${tested.length} of them with an automated test
that failed when the rule was broken.

| level | met | partly | open | n/a |
|---|---|---|---|---|
${['1', '2'].map((level) => `| ${[level, ...(['met', 'partly', 'open', 'n/a'] as const).map((one) => count(one, level))].join(' | ')} |`).join('\n')}

${rows.join('\n')}
`
}

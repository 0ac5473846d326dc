import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { folders } from './typescript/folders.ts'
import { mutantsOf } from './typescript/generate.ts'
import { WorkerProcess } from './worker-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('The generator changes conditions, limits, lists, guards and validations, but no types, messages or log lines', () => {
  const source = `
    const max: number = 3
    export function check(list: readonly string[], log: Log): string[] {
      if (list.length > max && isOn()) throw new RangeError('Too many')
      if (!list[0]) return []
      if (isOn()) log.info('Checked')
      return ['a', ...(max ? [] : list)]
    }
    const schema = z.object({ a: z.number().int() })`
  const changes = mutantsOf('x.ts', source).map(({ line, name }) => `${line} ${name.replace('x.ts ', '')}`)
  expect(changes).toEqual([
    '2 max: 3 → 4',
    '2 max: 3 → 2',
    '4 check: list.length > max && isOn() → !(list.length > max && isOn())',
    '4 check: list.length > max && isOn() → list.length > max || isOn()',
    '4 check: list.length > max && isOn() → list.length > max',
    '4 check: list.length > max && isOn() → isOn()',
    '4 check: list.length > max → list.length >= max',
    '4 check: list.length > max → list.length <= max',
    "4 check: throw new RangeError('Too many') → {}",
    '5 check: !list[0] → list[0]',
    '5 check: 0 → 1',
    '5 check: return [] → {}',
    "7 check: 'a' → nothing",
    '7 check: ...(max ? [] : list) → nothing',
    '7 check: max → !(max)',
    '9 schema: a: z.number().int() → nothing',
    '9 schema.a: z.number().int() → z.number()',
  ])
})

test('The mutants of the slot test are noticed by the domain tests', async () => {
  const script = path.join(import.meta.dirname, 'run.ts')
  const options = ['ts', 'domain/escrow.ts', '--only', 'hasBit: 1n → 2n', '--workers', '1']
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options], { cwd: root })
  expect(stdout).toContain('2 mutants, 2 noticed, 0 explained, 0 survived: 100.0 %')
}, 60_000)

test.each([
  ['ignores the error', 'fetch(url).catch(() => {})'],
  ['ends its process', "fetch(url).catch(() => process.kill(process.pid, 'SIGKILL'))"],
])(
  'A mutant that connects to another machine and %s is noticed, and the next one is tested',
  async (_, call) => {
    const script = path.join(import.meta.dirname, 'typescript/vitest-worker.ts')
    const worker = new WorkerProcess(script, ['domain'], 60)
    const file = 'domain/escrow.ts'
    const url = 'https://dynamodb.eu-central-1.amazonaws.com'
    const source = `const url = '${url}'\n${call}\n${readFileSync(path.join(root, file), 'utf8')}`
    const tests = ['test/domain/escrow.test.ts']
    try {
      expect(await worker.ask({ file, source, tests })).toBe(`connects to ${new URL(url).host}`)
      expect(await worker.ask({ file, source: null, tests })).toBeNull()
    } finally {
      worker.end()
    }
  },
  120_000,
)

test('Every test file and source in the table of folders exists', () => {
  const sources = Object.values(folders).flat()
  for (const { paths, steps } of sources) {
    for (const one of paths) expect(existsSync(path.join(root, one)), one).toBe(true)
    for (const step of steps)
      for (const file of 'tests' in step ? step.tests : [])
        expect(existsSync(path.join(root, file)), file).toBe(true)
  }
  const covered = sources.flatMap(({ paths }) => paths)
  for (const file of globSync('{domain,functions}/**/*.ts', { cwd: root }))
    expect(covered, file).toContainEqual(
      expect.toSatisfy((one: string) => [file, path.dirname(file)].includes(one)),
    )
})

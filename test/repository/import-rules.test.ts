import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { files, root } from './repository-files.ts'

/** Each line of the file: an importing file, the modules that it may import, and after `|` some that it may not. `type:` imports a type. */
const cases = fs
  .readFileSync(new URL('import-cases.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [file = '', ...modules] = line.split(' ')
    const separator = modules.indexOf('|')
    return { file, permitted: modules.slice(0, separator), forbidden: modules.slice(separator + 1) }
  })

test('`biome check` refuses every forbidden import and accepts every permitted one', () => {
  const statement = (module: string) =>
    module.startsWith('type:')
      ? `import type { T } from '${module.slice(5)}'`
      : `import { v } from '${module}'`
  const sources = cases.map(
    ({ file, permitted, forbidden }) =>
      [file, [...permitted, ...forbidden].map(statement).join('\n')] as const,
  )
  const expected = cases.flatMap(({ file, permitted, forbidden }) =>
    forbidden.map((_, index) => `${file}:${permitted.length + index + 1}`),
  )
  expect(lint(Object.fromEntries(sources)).get('lint/style/noRestrictedImports')).toEqual(expected.toSorted())
})

test('`biome check` sees imports of every kind', () => {
  const source = `
    import '../local/a.ts'
    import type { B } from '../local/b.ts'
    export * from '../local/c.ts'
    export { d } from '../local/d.ts'
    const later = () => import('../local/e.ts')`
  const lines = lint({ 'domain/x.ts': source }).get('lint/style/noRestrictedImports')
  expect(lines).toEqual([2, 3, 4, 5, 6].map((line) => `domain/x.ts:${line}`))
})

test('`biome check` refuses a cycle of imports, even one of types only', () => {
  const found = lint({
    'domain/a.ts': `export type { B } from './b.ts'`,
    'domain/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
    'domain/c.ts': `import type { B } from './a.ts'\nexport type C = B`,
  })
  expect(found.get('lint/suspicious/noImportCycles')).toEqual(
    ['a', 'b', 'c'].map((name) => `domain/${name}.ts:1`),
  )
})

test('No file uses `import(…)` as a type, which Biome’s import rules do not see', () => {
  const found = files()
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /\bimport\('[^']+'\)\.[A-Z]/.test(fs.readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([])
})

/**
 * Lints these files with the repository's configuration in a folder of their own.
 * @returns places (`file:line`) by rule
 */
function lint(sources: Record<string, string>): Map<string, string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-rules-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  for (const file of ['biome.json', 'import-rules.jsonc'])
    fs.copyFileSync(path.join(root, file), path.join(folder, file))
  for (const [file, text] of Object.entries(sources)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  const rules = ['style/noRestrictedImports', 'suspicious/noImportCycles'].map((rule) => `--only=${rule}`)
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', ...rules]
  const settings = { cwd: folder, encoding: 'utf8' } as const
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', ...options, '.'], settings)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string; start: { line: number } } }[]
  }
  const places = new Map<string, Set<string>>()
  for (const { category, location } of diagnostics)
    places.set(category, (places.get(category) ?? new Set()).add(`${location.path}:${location.start.line}`))
  return new Map([...places].map(([rule, found]) => [rule, [...found].toSorted()]))
}

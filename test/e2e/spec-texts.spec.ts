import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { shownInRun, testsThatShowed } from './shown-texts.ts'
import { specTexts, unitTexts } from './spec-texts.ts'

const root = path.resolve(import.meta.dirname, '../..')
const table = path.join(root, 'test-results/spec-texts.md')
const cell = (words: string) => words.replaceAll('|', '\\|')

test('Every text of the specification was shown by a test of this run, named in spec-texts.md', async ({
  browserName: _,
}, info) => {
  const run = shownInRun(info.project.outputDir)
  const rows = Object.entries(specTexts).flatMap(([section, texts]) =>
    texts.map((text) => ({ section, text, tests: testsThatShowed(text, run) })),
  )
  const lines = rows.map(({ section, text, tests }) => {
    const [first = '**none**', ...others] = tests
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return `| ${section} | ${cell(text)} | ${cell(first)}${more} |`
  })
  const units = Object.entries(unitTexts).map(([text, file]) => `| unit | ${cell(text)} | ${file} |`)
  fs.mkdirSync(path.dirname(table), { recursive: true })
  fs.writeFileSync(
    table,
    ['| section | text | shown by |', '|---|---|---|', ...lines, ...units, ''].join('\n'),
  )
  const missing = rows.filter(({ tests }) => tests.length === 0)
  expect(missing.map(({ section, text }) => `${section}: ${text}`)).toEqual([])
})

for (const [text, file] of Object.entries(unitTexts))
  test(`A unit test contains this text of the specification, which no page shows: ${text}`, () => {
    expect(fs.readFileSync(path.join(root, file), 'utf8')).toContain(text)
  })

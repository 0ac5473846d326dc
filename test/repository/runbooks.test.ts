import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { alarmRules, cloudFrontRules } from '../../infra/alarm-rules.ts'
import { root } from './repository-files.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const readme = read('docs/runbooks/README.md')
const rows = [...readme.matchAll(/^\| `(\w+)` \| (.+) \| \[[\w-]+\]\(([\w-]+)\.md\) \| .+ \|$/gm)].map(
  ([, alarm, fired, runbook]) => ({ alarm, fired: fired ?? '', runbook }),
)

test('Each alarm has a row that says how it was tried, with the runbook of its rule', () => {
  const metrics = { own: () => undefined } as unknown as Parameters<typeof alarmRules>[0]
  const rules = { ...alarmRules(metrics, { leastDailyLimit: 1, leastGas: 1 }), ...cloudFrontRules(metrics) }
  const expected = Object.entries(rules).map(([alarm, { runbook }]) => [alarm, runbook])
  expect(rows.map(({ alarm, runbook }) => [alarm, runbook])).toEqual(expect.arrayContaining(expected))
  expect(rows.filter(({ runbook }) => !existsSync(path.join(root, `docs/runbooks/${runbook}.md`)))).toEqual(
    [],
  )
})

test('Each test that fires an alarm exists under this title', () => {
  const tests = rows.flatMap(({ fired }) => [...fired.matchAll(/(test\/[\w/-]+\.test\.ts): ([^;|]+)/g)])
  expect(tests.filter(([, file = '', title = '']) => !read(file).includes(title.trim()))).toEqual([])
  expect(tests.length).toBeGreaterThan(20)
})

test('Each npm script that a runbook or docs/deploy.md names exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const pages = readdirSync(path.join(root, 'docs/runbooks')).map((page) => `docs/runbooks/${page}`)
  const named = [...pages, 'docs/deploy.md'].flatMap((page) => [
    ...read(page).matchAll(/npm\s+run\s+([a-z:]+)/g),
  ])
  expect(named.map(([, script = '']) => script).filter((script) => !scripts[script])).toEqual([])
})

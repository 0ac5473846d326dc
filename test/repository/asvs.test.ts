import { readFileSync } from 'node:fs'
import path from 'node:path'
import { asvsDocument, mutantProblems, problems, requirements } from '../asvs/table.ts'
import { root } from './repository-files.ts'

test('Every met requirement of OWASP ASVS names tests and places that exist, and every other one gives a reason', () => {
  expect(problems()).toEqual([])
})

test('The table has all 253 requirements of ASVS 5.0 of the levels 1 and 2 once, and none of level 1 is open', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  const ofLevel = (level: string) => requirements.filter((one) => one.level === level)
  expect([ofLevel('1').length, ofLevel('2').length]).toEqual([70, 183])
  const notMet = ofLevel('1').filter(({ verdict }) => verdict === 'open' || verdict === 'partly')
  expect(notMet.map(({ id }) => id)).toEqual([])
})

test('Of every requirement that a test meets, a change of the product breaks the rule, and a named test has noticed it', () => {
  expect(mutantProblems()).toEqual([])
})

test('docs/asvs.md is what `npm run asvs` writes', () => {
  expect(readFileSync(path.join(root, 'docs/asvs.md'), 'utf8')).toBe(asvsDocument())
})

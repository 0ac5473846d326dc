import { expect, test } from 'vitest'
import {
  countFilters,
  filterDefaults,
  hasAdvanced,
  listInput,
  readFilters,
} from '../../frontend/src/features/tasks/task-filters.ts'

const read = (texts: Partial<typeof filterDefaults>) => readFilters({ ...filterDefaults, ...texts })

test('what nobody set is not asked for, and the newest come first', () => {
  const asked = Object.entries(listInput(read({}))).filter(([, value]) => value !== undefined)
  expect(asked).toEqual([['sort', 'recent']])
})

test('ranges, type and words are asked for as the server takes them', () => {
  const filters = read({ q: 'bench', minReward: '10', maxTime: '45', type: 'link', sort: 'deadline' })
  expect(listInput(filters)).toMatchObject({
    q: 'bench',
    minReward: 10,
    maxReward: undefined,
    maxTime: 45,
    submissionType: 'link',
    sort: 'deadline',
  })
})

test('nonsense in the address filters nothing', () => {
  const filters = read({ sort: 'sideways', minReward: '-3', maxTime: 'soon', type: 'smell', done: 'maybe' })
  expect(filters).toEqual(filterDefaults)
  expect(countFilters(filters, true)).toBe(0)
})

test('the badge counts filters that differ from their defaults; a range is one', () => {
  const filters = read({ category: 'Design', minReward: '10', maxReward: '90', type: 'file', done: 'show' })
  expect(countFilters(filters, true)).toBe(4)
  expect(countFilters(filters, false)).toBe(3)
  expect(hasAdvanced(filters)).toBe(true)
  expect(hasAdvanced(read({ category: 'Design', q: 'x' }))).toBe(false)
})

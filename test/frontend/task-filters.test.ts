import { expect, test } from 'vitest'
import {
  countFilters,
  filterDefaults,
  hasAdvanced,
  listInput,
  readFilters,
} from '../../frontend/src/features/tasks/task-filters.ts'
import { searchAfter } from '../../frontend/src/lib/url-filters.ts'

const read = (texts: Partial<typeof filterDefaults>) => readFilters({ ...filterDefaults, ...texts })

test('Without filters, the task list requests only the newest first', () => {
  const asked = Object.entries(listInput(read({}))).filter(([, value]) => value !== undefined)
  expect(asked).toEqual([['sort', 'recent']])
})

test('Search text, ranges and type are sent as query parameters of the API', () => {
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

test('Invalid query parameters do not filter the task list', () => {
  const filters = read({ sort: 'sideways', minReward: '-3', maxTime: 'soon', type: 'smell', done: 'maybe' })
  expect(filters).toEqual(filterDefaults)
  expect(countFilters(filters, true)).toBe(0)
})

test('The badge counts the filters that differ from their defaults, and a range counts as one', () => {
  const filters = read({ category: 'Design', minReward: '10', maxReward: '90', type: 'file', done: 'show' })
  expect(countFilters(filters, true)).toBe(4)
  expect(countFilters(filters, false)).toBe(3)
  expect(hasAdvanced(filters)).toBe(true)
  expect(hasAdvanced(read({ category: 'Design', q: 'x' }))).toBe(false)
})

test('A filter change keeps the other query parameters of the URL, and is dropped after navigation to another page', () => {
  const url = { pathname: '/tasks', search: '?id=7&sort=oldest&category=Design' }
  const after = (change: Partial<typeof filterDefaults>, pathname = '/tasks') =>
    searchAfter(url, pathname, change, filterDefaults)
  expect(after({ q: 'park bench' })).toBe('id=7&sort=oldest&category=Design&q=park+bench')
  expect(after({ sort: filterDefaults.sort })).toBe('id=7&category=Design')
  expect(after({ q: 'park bench' }, '/approvals')).toBeNull()
})

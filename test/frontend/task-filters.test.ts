import {
  countFilters,
  filterDefaults,
  listInput,
  readFilters,
} from '../../frontend/src/features/tasks/task-filters.ts'
import { searchAfter } from '../../frontend/src/lib/url-filters.ts'

const read = (texts: Partial<typeof filterDefaults>) => readFilters({ ...filterDefaults, ...texts })

test('Without filters, the task list requests only the newest first', () => {
  const asked = Object.entries(listInput(read({}))).filter(([, value]) => value !== undefined)
  expect(asked).toEqual([['sort', 'recent']])
})

test('Invalid query parameters do not filter the task list', () => {
  const filters = read({ sort: 'sideways', minReward: '-3', maxTime: 'soon', type: 'smell', done: 'maybe' })
  expect(filters).toEqual(filterDefaults)
  expect(countFilters(filters, true)).toBe(0)
})

test('A filter change keeps the other query parameters of the URL, and is dropped after navigation to another page', () => {
  const url = { pathname: '/tasks', search: '?id=7&sort=oldest&category=Design' }
  const after = (change: Partial<typeof filterDefaults>, pathname = '/tasks') =>
    searchAfter(url, pathname, change, filterDefaults)
  expect(after({ q: 'park bench' })).toBe('id=7&sort=oldest&category=Design&q=park+bench')
  expect(after({ sort: filterDefaults.sort })).toBe('id=7&category=Design')
  expect(after({ q: 'park bench' }, '/approvals')).toBeNull()
})

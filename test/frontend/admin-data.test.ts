import type { Submission } from '../../domain/submission.ts'
import {
  type AdminDashboard,
  categoryShares,
  inReviewOrder,
  namesIn,
  recent,
} from '../../frontend/src/features/admin/admin-data.ts'
import { pendingQueue } from '../../frontend/src/lib/pending-submissions.ts'
import { nextSort, sortRows } from '../../frontend/src/lib/sorting.ts'

const submission = (id: number, status: string) =>
  ({ id: String(id), status, createdAt: `2026-01-0${id}T00:00:00Z` }) as Submission
const some = [
  submission(1, 'pending'),
  submission(2, 'approved'),
  submission(3, 'pending'),
  submission(4, 'rejected'),
  submission(5, 'approved'),
  submission(6, 'approved'),
]
const ids = (list: Submission[]) => list.map(({ id }) => id).join('')

test('The overview shows the 5 most recent submissions, the newest first', () => {
  expect(ids(recent(some))).toBe('65432')
})

test('The admin’s list shows pending submissions first, newest first; the review queue starts with the oldest pending one', () => {
  expect(ids(inReviewOrder(some))).toBe('316542')
  expect(pendingQueue(some)).toEqual(['1', '3'])
})

test('Category shares are counted from the tasks, and the category with most tasks comes first', () => {
  const tasks = ['Design', 'Content', 'Content', 'Birdsong'].map((category) => ({ category }))
  expect(categoryShares(tasks)).toEqual([
    { category: 'Content', count: 2, share: 0.5 },
    { category: 'Birdsong', count: 1, share: 0.25 },
    { category: 'Design', count: 1, share: 0.25 },
  ])
  expect(categoryShares([])).toEqual([])
})

test('An admin sees the id of a task or a user that is in none of the lists', () => {
  const listed = { userId: 'una', submitterName: 'Una' } as AdminDashboard['submissions'][number]
  const names = namesIn({ users: [], tasks: [], submissions: [listed] })
  expect(names.person('una')).toBe('Una')
  expect(names.person('01ABCDEFGH')).toBe('User #CDEFGH')
  expect(names.task('01ABC')).toBe('Task #01ABC')
})

test('Clicks on a column sort ascending, then descending, then restore the default order', () => {
  expect([nextSort('', 'reward'), nextSort('reward', 'reward'), nextSort('-reward', 'reward')]).toEqual([
    'reward',
    '-reward',
    '',
  ])
  const rows = [{ name: 'b10' }, { name: 'a' }, { name: 'B2' }]
  const value = ({ name }: { name: string }) => name
  const sorted = (sort: string) => sortRows(rows, [{ key: 'name', value }], sort).map(value)
  expect(sorted('name')).toEqual(['a', 'B2', 'b10'])
  expect(sorted('-name')).toEqual(['b10', 'B2', 'a'])
  expect(sorted('unknown')).toEqual(['b10', 'a', 'B2'])
})

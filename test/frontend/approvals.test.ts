import type { ReviewedSubmission } from '../../domain/views.ts'
import { statusFor, tabFor, titleOf } from '../../frontend/src/features/reviews/approvals.ts'

test('Choosing a status that the tab never shows opens all submissions, and choosing a tab resets such a status', () => {
  expect(tabFor('pending', 'approved')).toBe('all')
  expect(tabFor('pending', 'pending')).toBe('pending')
  expect(tabFor('rejected', 'all')).toBe('rejected')
  expect(tabFor('all', 'approved')).toBe('all')
  expect(statusFor('approved', 'pending')).toBe('all')
  expect(statusFor('all', 'pending')).toBe('pending')
})

test('A submission of a task that does not exist any more shows the id of the task', () => {
  const title = (task: object | null) => titleOf({ taskId: 'gone', task } as ReviewedSubmission)
  expect([title({ title: 'Sing' }), title(null)]).toEqual(['Sing', 'Task #gone'])
})

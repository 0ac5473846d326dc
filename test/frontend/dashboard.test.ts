import { expect, test } from 'vitest'
import type { Dashboard } from '../../domain/views.ts'
import { reviewQueue, summarize } from '../../frontend/src/features/dashboard/summary.ts'

type Own = Dashboard['submissions'][number]
type Created = Dashboard['createdTasks'][number]

const own = (status: string, reward: number | null) => ({ status, task: reward && { reward } }) as Own
const received = (id: string, status: string, createdAt: string) => ({ id, status, createdAt }) as Own

const created = (reward: number, completions: number, submissions: Own[] = []) =>
  ({ reward, completions, maxCompletions: 5, submissions }) as unknown as Created

const none = { completed: 0, earned: 0 }

test('The summary shows earnings and approvals of all time, and the rewards of pending submissions', () => {
  const summary = summarize({
    submissions: [own('approved', 50), own('pending', 40), own('rejected', 1000), own('pending', null)],
    createdTasks: [],
    totals: { completed: 700, earned: 9000 },
  })
  expect(summary).toMatchObject({ earnings: 9000, waiting: 40, approved: 700, pending: 2, submissions: 4 })
})

test('The held amount is the sum of the rewards of all completions not yet approved', () => {
  expect(
    summarize({ submissions: [], createdTasks: [created(10, 2), created(7, 5)], totals: none }).held,
  ).toBe(30)
})

test('The review queue contains the pending submissions of all tasks, the oldest first', () => {
  const tasks = [
    created(1, 0, [
      received('late', 'pending', '2026-03-02T00:00:00Z'),
      received('done', 'approved', '2026-01-01T00:00:00Z'),
    ]),
    created(1, 0, [received('early', 'pending', '2026-03-01T00:00:00Z')]),
  ]
  expect(reviewQueue(tasks)).toEqual(['early', 'late'])
})

test('A submission without a status counts as pending in the summary', () => {
  expect(
    summarize({ submissions: [{ task: { reward: 3 } } as Own], createdTasks: [], totals: none }).waiting,
  ).toBe(3)
})

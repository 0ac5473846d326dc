import {
  type Approval,
  approvalsOfAdmin,
  approvalsOfCreator,
  filterApprovals,
  statusFor,
  tabFor,
  titleOf,
} from '../../frontend/src/features/reviews/approvals.ts'

type Lists = Parameters<typeof approvalsOfAdmin>[0]

const approval = (id: string, status: string, title: string | null, notes: string | null = null) =>
  ({
    submission: { id, taskId: `task-of-${id}`, status, notes, createdAt: `2026-01-0${id}T00:00:00Z` },
    task: title === null ? null : { title, reward: 10 },
  }) as unknown as Approval

const some = [
  approval('1', 'pending', 'Count the benches'),
  approval('2', 'approved', 'Draw a map', 'With every BENCH on it'),
  approval('3', 'pending', 'Taste the soup'),
  approval('4', 'rejected', null),
]
const ids = (filters: Parameters<typeof filterApprovals>[1]) =>
  filterApprovals(some, filters).map((one) => one.submission.id)

test('The pending tab shows the oldest submission first, the other tabs show the newest first', () => {
  expect(ids({ tab: 'pending', status: 'all', q: '' })).toEqual(['1', '3'])
  expect(ids({ tab: 'all', status: 'all', q: '' })).toEqual(['4', '3', '2', '1'])
  expect(ids({ tab: 'approved', status: 'all', q: '' })).toEqual(['2'])
})

test('The search finds text in task titles and notes, ignoring case', () => {
  expect(ids({ tab: 'all', status: 'all', q: ' bench ' })).toEqual(['2', '1'])
  expect(ids({ tab: 'all', status: 'pending', q: 'bench' })).toEqual(['1'])
  expect(ids({ tab: 'all', status: 'all', q: 'null' })).toEqual([])
})

test('Choosing a status that the tab never shows opens all submissions, and choosing a tab resets such a status', () => {
  expect(tabFor('pending', 'approved')).toBe('all')
  expect(tabFor('pending', 'pending')).toBe('pending')
  expect(tabFor('rejected', 'all')).toBe('rejected')
  expect(tabFor('all', 'approved')).toBe('all')
  expect(statusFor('approved', 'pending')).toBe('all')
  expect(statusFor('all', 'pending')).toBe('pending')
})

test('A creator sees the submissions to their tasks, and an admin sees all submissions', () => {
  const submission = { id: 's', taskId: 't', userId: 'u', reviewedBy: 'r' }
  const task = { id: 't', title: 'Sing', reward: 5 }
  const created = approvalsOfCreator({
    submissions: [],
    createdTasks: [{ ...task, submissions: [submission] }],
  } as unknown as Parameters<typeof approvalsOfCreator>[0])
  expect(created.map((one) => [one.submission.id, one.task?.title])).toEqual([['s', 'Sing']])

  const lists = {
    submissions: [submission, { ...submission, id: 's2', taskId: 'gone', reviewedBy: null }],
    tasks: [task],
  } as unknown as Lists
  expect(approvalsOfAdmin(lists).map(({ task: found }) => found)).toEqual([task, null])
  expect(approvalsOfAdmin(lists).map(titleOf)).toEqual(['Sing', 'Task #gone'])
})

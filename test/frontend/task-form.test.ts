import {
  deleteFundedDraft,
  emptyTask,
  reviewDaysOf,
  taskDraft,
  taskFormFields,
} from '../../frontend/src/features/create-task/task-form-schema.ts'
import { keepDraft, readDraft } from '../../frontend/src/lib/drafts.ts'
import { memoryStorage, pendingFunding } from './funding-fixture.ts'

const filled = { ...emptyTask, title: 'A', description: 'B', requirements: 'C' }
const messageFor = (deadline: string) =>
  taskFormFields.safeParse({ ...filled, deadline }).error?.issues[0]?.message ?? null

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-05T23:59:58') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('The task form accepts an empty deadline, today, and a deadline almost 350 days ahead', () => {
  for (const day of ['', '2026-03-05', '2026-03-06', '2027-02-17']) expect(messageFor(day)).toBeNull()
})

test('The task form rejects an invalid deadline, one in the past, and one more than 350 days ahead', () => {
  expect(messageFor('2026-03-04')).toBe('The deadline must be in the future')
  expect(messageFor('tomorrow')).toBe('The deadline must be in the future')
  expect(messageFor('2027-02-18')).toBe('The deadline can be at most 350 days ahead')
  vi.setSystemTime(new Date('2026-03-05T23:59:59'))
  expect(messageFor('2026-03-05')).toBe('The deadline must be in the future')
  expect(messageFor('2027-02-18')).toBe('The deadline can be at most 350 days ahead')
  vi.setSystemTime(new Date('2026-03-05T12:00:00'))
  expect([messageFor('2027-02-17'), messageFor('2027-02-18')]).toEqual([
    null,
    'The deadline can be at most 350 days ahead',
  ])
})

test('The task form requires the field isActive', () => {
  const { isActive: _, ...others } = filled
  expect(taskFormFields.safeParse(filled).success).toBe(true)
  expect(taskFormFields.safeParse(others).success).toBe(false)
})

test('The time to review is 1 to 30 whole days, and counts as 7 days while it is invalid', () => {
  const accepts = (reviewDays: number) => taskFormFields.safeParse({ ...filled, reviewDays }).success
  expect([1, 7, 30].map(accepts)).toEqual([true, true, true])
  expect([0, 31, 1.5, -1, Number.NaN].map(accepts)).toEqual([false, false, false, false, false])
  expect([1, 30, 0, 31, Number.NaN].map(reviewDaysOf)).toEqual([1, 30, 7, 7, 7])
})

test('The draft of a new task is named by its user only, and the draft of a copy also by its task', () => {
  expect(['task', 't1'].map((of) => taskDraft('u1', of))).toEqual(['task u1', 'task u1 t1'])
})

test('A funded task deletes its own draft, and not another one that was typed meanwhile', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const { draft, task } = pendingFunding()
  const left = (changes: object) => {
    keepDraft(draft, { ...task, deadline: '2030-01-01', ...changes })
    deleteFundedDraft({ draft, task })
    return readDraft(draft, emptyTask) !== null
  }
  expect([{}, { title: ` ${task.title} ` }].map(left)).toEqual([false, false])
  expect([{ title: 'Another' }, { requirements: '' }, { reward: 51 }].map(left)).toEqual([true, true, true])
})

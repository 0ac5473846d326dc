import {
  approvalsEnd,
  defaultTiming,
  isOpen,
  taskForm,
  taskInput,
  taskQuery,
  timingProblem,
} from '../../domain/task.ts'
import { complaints, form, now, task } from './samples.ts'

describe('taskForm', () => {
  test('taskForm accepts the required fields and sets isActive to true by default', () => {
    expect(taskForm.parse(form)).toEqual({ ...form, reviewDays: 7, isActive: true })
  })

  test('taskForm reports every missing field as Required', () => {
    expect(complaints(taskForm, {})).toEqual({
      title: 'Required',
      description: 'Required',
      requirements: 'Required',
      category: 'Required',
      reward: 'Required',
      maxCompletions: 'Required',
      estimatedTime: 'Required',
      submissionType: 'Required',
    })
  })

  test.each(['title', 'description', 'requirements'])('taskForm rejects a blank %s', (field) => {
    expect(complaints(taskForm, { ...form, [field]: ' \n\t ' })).toEqual({ [field]: 'Required' })
  })

  test.each([
    [{ reward: 1000, maxCompletions: 100, estimatedTime: 480 }, {}],
    [{ reward: 1, maxCompletions: 1, estimatedTime: 1 }, {}],
    [{ reward: 1001 }, { reward: 'Maximum 1000 CENTS' }],
    [{ maxCompletions: 101 }, { maxCompletions: 'Maximum 100 completions' }],
    [{ estimatedTime: 481 }, { estimatedTime: 'Maximum 8 hours (480 minutes)' }],
    [{ reward: 0 }, { reward: 'Must be greater than 0' }],
    [{ reward: -5 }, { reward: 'Must be greater than 0' }],
    [{ reward: 1.5 }, { reward: 'Must be a whole number' }],
    [{ reward: '50' }, { reward: 'Expected number, received string' }],
    [{ reward: null }, { reward: 'Expected number, received null' }],
    [{ reward: Number.NaN }, { reward: 'Expected number, received nan' }],
    [{ title: 7 }, { title: 'Expected string, received number' }],
    [{ title: ['a'] }, { title: 'Expected string, received array' }],
    [{ title: 'a\0b' }, { title: 'Not a valid text' }],
  ])('taskForm with %j has the errors %j', (changes, complaint) => {
    expect(complaints(taskForm, { ...form, ...changes })).toEqual(complaint)
  })

  test('taskForm rejects unknown categories, submission types and fields', () => {
    expect(complaints(taskForm, { ...form, category: 'Gossip' })).toHaveProperty('category')
    expect(complaints(taskForm, { ...form, submissionType: 'smell' })).toHaveProperty('submissionType')
    expect(complaints(taskForm, { ...form, completions: 5 })).toEqual({
      '': 'Unrecognized key: "completions"',
    })
    expect(complaints(taskForm, JSON.parse('{"__proto__": {"isAdmin": true}}'))).toHaveProperty('')
  })

  test('taskForm accepts titles longer than the hint of 100 characters', () => {
    expect(complaints(taskForm, { ...form, title: 'x'.repeat(150) })).toEqual({})
  })

  test('taskInput requires a valid contract address and valid escrow terms', () => {
    expect(complaints(taskInput, form)).toEqual({ contractAddress: 'Required', escrow: 'Required' })
    const salt = `0x${'ab'.repeat(32)}`
    const contractAddress = `0x${'12'.repeat(20)}`
    expect(complaints(taskInput, { ...form, contractAddress, escrow: { salt, refundableAt: 1 } })).toEqual({})
    const odd = { contractAddress: '0x12', escrow: { salt: '0x', refundableAt: 1.5 } }
    expect(Object.keys(complaints(taskInput, { ...form, ...odd })).sort()).toEqual([
      'contractAddress',
      'escrow.refundableAt',
      'escrow.salt',
    ])
  })
})

describe('taskQuery', () => {
  test('taskQuery without parameters means open tasks, newest first, at most 500', () => {
    expect(taskQuery.parse({})).toEqual({ sort: 'recent', status: 'open', limit: 500 })
  })

  test('taskQuery trims the search text and converts numbers', () => {
    expect(taskQuery.parse({ q: ' a ', minReward: '0', limit: '7' })).toMatchObject({
      q: 'a',
      minReward: 0,
      limit: 7,
    })
  })

  test.each([
    ['limit', '0'],
    ['limit', '501'],
    ['limit', 'many'],
    ['limit', ''],
    ['limit', '1.5'],
    ['sort', 'random'],
    ['status', 'draft'],
    ['minReward', '-1'],
    ['submissionType', 'smell'],
    ['cursor', 'x'.repeat(1025)],
  ])('taskQuery rejects %s=%s and names the parameter', (name, value) => {
    expect(Object.keys(complaints(taskQuery, { [name]: value }))).toEqual([name])
  })
})

describe('isOpen', () => {
  const millisecond = 1
  test('A task is open while it is active, not full and before its deadline', () => {
    expect(isOpen(task, now)).toBe(true)
    expect(isOpen({ ...task, isActive: false }, now)).toBe(false)
    expect(isOpen({ ...task, completions: 4 }, now)).toBe(true)
    expect(isOpen({ ...task, completions: 5 }, now)).toBe(false)
    expect(isOpen(task, Date.parse(task.deadline) - millisecond)).toBe(true)
    expect(isOpen(task, Date.parse(task.deadline))).toBe(false)
  })
})

describe('timing of a task', () => {
  const day = 86_400
  const inSeconds = now / 1000
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

  test('By default the deadline is in 30 days and the refund 14 days after the time to review, which timingProblem allows', () => {
    const timing = defaultTiming(now, 3)
    expect(timing).toEqual({ deadline: iso(inSeconds + 30 * day), refundableAt: inSeconds + 47 * day })
    expect(timingProblem({ ...timing, reviewDays: 3 }, now)).toBeNull()
    expect(timingProblem({ ...timing, reviewDays: 4 }, now)).toEqual({
      path: 'escrow.refundableAt',
      message: 'The escrow must stay locked for at least 18 days after the deadline: 4 to review and 14 more',
    })
  })

  test('Approvals end 48 hours before the refund, and those of the schedule by their own margin', () => {
    expect(approvalsEnd({ refundableAt: 10 * day })).toBe(8 * day * 1000)
    expect(approvalsEnd({ refundableAt: 10 * day }, 60)).toBe((10 * day - 60) * 1000)
  })

  test.each([
    ['a deadline that is now', 0, 30, 'deadline'],
    ['a deadline long past', -1, 30, 'deadline'],
    ['a deadline more than 350 days ahead', 350 + 1 / day, 380, 'deadline'],
    ['a refund a second too early', 1, 22 - 1 / day, 'escrow.refundableAt'],
    ['a refund before the deadline', 1, 0, 'escrow.refundableAt'],
    ['a deadline exactly 350 days ahead', 350, 371, null],
    ['a refund exactly 21 days after the deadline', 1, 22, null],
  ])('timingProblem judges %s', (_, deadline, refundableAt, path) => {
    const timing = {
      deadline: iso(inSeconds + deadline * day),
      refundableAt: inSeconds + refundableAt * day,
      reviewDays: 7,
    }
    expect(timingProblem(timing, now)?.path ?? null).toBe(path)
  })
})

import { rules } from '../../domain/permissions.ts'
import { admin, doer, poster, stranger, submission, task } from './samples.ts'

const permitted = (access: keyof typeof rules, subject: Parameters<(typeof rules)['user']['permits']>[1]) =>
  Object.entries({ poster, admin, doer, stranger })
    .filter(([, viewer]) => rules[access].permits(viewer, subject))
    .map(([name]) => name)

test('For a task and its submission, each access rule permits exactly the viewers that this test lists', () => {
  const subject = { task, submission }
  expect(permitted('user', subject)).toEqual(['poster', 'admin', 'doer', 'stranger'])
  expect(permitted('admin', subject)).toEqual(['admin'])
  expect(permitted('reader', subject)).toEqual(['poster', 'admin', 'doer'])
  expect(permitted('reviewer', subject)).toEqual(['poster', 'admin'])
  expect(permitted('creator', subject)).toEqual(['poster', 'admin'])
  expect(permitted('submitter', subject)).toEqual(['doer'])
  expect(permitted('arbiter', subject)).toEqual(['admin'])
  expect(permitted('moderator', subject)).toEqual(['admin'])
})

test('An admin decides neither about their own account nor about their own task or submission', () => {
  for (const own of [
    { user: admin },
    { task: { creatorId: admin.id } },
    { task, submission: { userId: admin.id, reviewedBy: null } },
  ])
    expect(permitted('moderator', own)).toEqual([])
})

test('An admin who created the task, submitted the proof or rejected it does not decide its appeal', () => {
  for (const own of [
    { task: { creatorId: admin.id }, submission },
    { task, submission: { ...submission, userId: admin.id } },
    { task, submission: { ...submission, reviewedBy: admin.id } },
  ])
    expect(permitted('arbiter', own)).toEqual([])
})

test('Without a submission only reviewers of the task are permitted to read, and nobody decides an appeal', () => {
  expect(permitted('reader', { task })).toEqual(['poster', 'admin'])
  expect(permitted('arbiter', { task })).toEqual([])
})

test('Without a task nobody is permitted to read, review or close', () => {
  for (const access of ['reader', 'reviewer', 'arbiter', 'creator'] as const) {
    expect(permitted(access, {})).toEqual([])
    expect(permitted(access, { submission })).toEqual([])
  }
  expect(permitted('user', {})).toEqual(['poster', 'admin', 'doer', 'stranger'])
  expect(permitted('admin', {})).toEqual(['admin'])
})

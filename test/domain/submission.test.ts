import {
  type Appeal,
  inReviewOrder,
  isUndecided,
  missingProof,
  proofOfType,
  reviewInput,
  type Submission,
  submissionInput,
  submitProblem,
} from '../../domain/submission.ts'
import { admin, complaints, doer, idOf, now, poster, task } from './samples.ts'

const taskId = task.id

const proof = (given: { proofLink?: string | null; proofText?: string; proofFileUrl?: string }) => ({
  proofFileUrl: undefined,
  ...given,
})

describe('submissionInput and proofs', () => {
  test.each([
    [{ proofLink: 'nope' }, { proofLink: 'Please enter a valid URL' }],
    [{ proofLink: 'javascript:alert(1)' }, { proofLink: 'Please enter a valid URL' }],
    [{ proofText: '  ' }, { proofText: 'Please provide proof text' }],
    [{ proofText: 'x'.repeat(10_001) }, { proofText: 'Maximum 10000 characters' }],
    [{ notes: 'x'.repeat(5001) }, { notes: 'Maximum 5000 characters' }],
    [{ notes: 5 }, { notes: 'Expected string, received number' }],
    [{ taskId: 'x' }, { taskId: 'Not a valid id' }],
    [{ taskId: undefined }, { taskId: 'Required' }],
    [{ status: 'approved' }, { '': 'Unrecognized key: "status"' }],
  ])('submissionInput with %j has the errors %j', (given, complaint) => {
    expect(complaints(submissionInput, { taskId, ...given })).toEqual(complaint)
  })

  test('submissionInput accepts absent, null and blank fields of other proof types', () => {
    const blank = { proofLink: '', proofText: 'Done', proofFileUrl: null, notes: ' ' }
    expect(submissionInput.parse({ taskId, ...blank })).toMatchObject({ proofText: 'Done', notes: undefined })
  })

  test('submissionInput trims the link', () => {
    const { proofLink } = submissionInput.parse({ taskId, proofLink: ' https://a.example ' })
    expect(proofLink).toBe('https://a.example')
  })

  test('missingProof returns the message of the specification for each proof type', () => {
    expect(missingProof('link', proof({ proofText: 'x' }))?.message).toBe(
      'Missing link: Please provide a valid URL as proof',
    )
    expect(missingProof('text', proof({ proofLink: 'https://a.example' }))?.message).toBe(
      'Missing text proof: Please provide text description as proof',
    )
    expect(missingProof('file', proof({}))?.message).toBe('Missing file: Please upload a file as proof')
    expect(missingProof('text', proof({ proofText: '' }))).not.toBeNull()
  })

  test('missingProof accepts any one of the three proofs for a mixed task', () => {
    expect(missingProof('mixed', proof({ proofLink: 'https://a.example' }))).toBeNull()
    expect(missingProof('mixed', proof({ proofText: 'x' }))).toBeNull()
    expect(missingProof('mixed', proof({ proofFileUrl: 'f' }))).toBeNull()
    expect(missingProof('mixed', proof({ proofText: '', proofLink: null }))).not.toBeNull()
  })

  test('proofOfType sets the fields of other proof types to null', () => {
    const all = { proofLink: 'https://a.example', proofText: 'x', proofFileUrl: 'f' }
    const none = { proofLink: null, proofText: null, proofFileUrl: null }
    expect(proofOfType('link', all)).toEqual({ ...none, proofLink: all.proofLink })
    expect(proofOfType('text', all)).toEqual({ ...none, proofText: 'x' })
    expect(proofOfType('file', all)).toEqual({ ...none, proofFileUrl: 'f' })
    expect(proofOfType('mixed', all)).toEqual(all)
    expect(proofOfType('mixed', proof({}))).toEqual(none)
  })
})

describe('submitProblem', () => {
  test('submitProblem is null for users who are not the creator and have not submitted, while the task is open', () => {
    expect(submitProblem(doer, task, false, now)).toBeNull()
    expect(submitProblem(admin, task, false, now)).toBeNull()
    expect(submitProblem(doer, { ...task, taken: 4 }, false, now)).toBeNull()
  })

  test.each([
    ['a visitor who is not signed in', 'signed-out', null, task, false],
    ['the creator of the task', 'own-task', poster, task, false],
    ['a user who has submitted before', 'already-submitted', doer, task, true],
    ['a task with all completions', 'full', doer, { ...task, completions: 5 }, false],
    ['a task whose places are taken', 'no-place', doer, { ...task, taken: 5 }, false],
    ['a hidden task', 'closed', doer, { ...task, hidden: true }, false],
    ['a task that lost its funding', 'closed', doer, { ...task, fundingLost: task.createdAt }, false],
    ['a closed task', 'closed', doer, { ...task, isActive: false }, false],
    ['a task after its deadline', 'closed', doer, { ...task, deadline: new Date(now).toISOString() }, false],
  ] as const)('For %s submitProblem returns %s', (_, problem, viewer, to, hasSubmitted) => {
    expect(submitProblem(viewer, to, hasSubmitted, now)).toBe(problem)
  })
})

describe('reviewInput', () => {
  const id = idOf('R')
  const words = 'Please provide feedback explaining why this submission is being rejected.'

  test('A rejection without feedback is invalid', () => {
    expect(complaints(reviewInput, { id, status: 'rejected' })).toEqual({ feedback: words })
    expect(complaints(reviewInput, { id, status: 'rejected', feedback: ' \n' })).toEqual({ feedback: words })
    expect(complaints(reviewInput, { id, status: 'rejected', feedback: 'Blurred' })).toEqual({})
  })

  test('An approval without feedback is valid', () => {
    expect(complaints(reviewInput, { id, status: 'approved' })).toEqual({})
    expect(complaints(reviewInput, { id, status: 'approved', feedback: '' })).toEqual({})
  })

  test('A review without the status approved or rejected is invalid', () => {
    expect(complaints(reviewInput, { id, status: 'pending' })).toHaveProperty('status')
    expect(complaints(reviewInput, { id })).toEqual({ status: 'Required' })
  })
})

test.each<[boolean, Submission['status'], number | null, Appeal['status'] | null]>([
  [true, 'pending', null, null],
  [false, 'approved', null, null],
  [false, 'approved', 1, 'open'],
  [false, 'rejected', null, null],
  [true, 'rejected', 1, null],
  [false, 'rejected', 0, null],
  [true, 'rejected', -1, 'open'],
  [false, 'rejected', 1, 'dismissed'],
])('isUndecided is %s: %s, %s milliseconds left to appeal, appeal %s', (undecided, status, left, appeal) => {
  const appealUntil = left === null ? null : new Date(now + left).toISOString()
  const about = { status, appealUntil, appeal: appeal && ({ status: appeal } as Appeal) }
  expect(isUndecided(about, now)).toBe(undecided)
})

test('inReviewOrder has pending submissions first, oldest first, and then the others, newest first', () => {
  const sorted = ['approved 1', 'pending 4', 'rejected 3', 'pending 2', 'approved 5'].map((text) => {
    const [status, createdAt = ''] = text.split(' ')
    return { status: status as Submission['status'], createdAt }
  })
  expect(inReviewOrder(sorted).map(({ createdAt }) => createdAt)).toEqual(['2', '4', '5', '3', '1'])
})

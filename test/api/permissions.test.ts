import { beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeKeys } from '../../domain/api.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { png } from '../support/image-files.ts'
import { newAdmin, newUser, newVisitor, postedTask } from '../support/shared-fixture.ts'
import { form } from '../support/task-form.ts'
import { uploadPicture } from '../support/upload-picture.ts'

const callers = ['anonymous', 'stranger', 'submitter', 'creator', 'admin'] as const
type Caller = (typeof callers)[number]
type Statuses = readonly [number, number, number, number, number]

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const text = { title: 'Count trams', description: 'On one morning', requirements: 'A number' }
const all = (status: number): Statuses => [status, status, status, status, status]
const signedIn = (status: number): Statuses => [401, status, status, status, status]

/** A funded task with a pending picture proof, a draft, and one user for each kind of caller. */
async function createFixtures() {
  const { poster: creator, task } = await postedTask({ submissionType: 'file' })
  const draft = await creator.post({ ...form, isActive: false })
  await creator.post(form) // stays open, so the creator cannot leave
  const submitter = await newUser()
  const { fileUrl } = await uploadPicture(submitter, png)
  const submission = await submitter.call('POST /api/submissions', { taskId: task.id, proofFileUrl: fileUrl })
  const people: Record<Caller, ApiUser> = {
    anonymous: newVisitor(),
    stranger: await newUser(),
    submitter,
    creator,
    admin: await newAdmin(),
  }
  return {
    people,
    names: {
      task: task.id,
      draft: draft.id,
      submission: submission.id,
      submitter: submitter.id,
      creator: creator.id,
      file: fileUrl,
      key: fileUrl.replace('/api/files/', ''),
      unknownId,
      noFile: `${unknownId}/${unknownId}.png`,
    },
  }
}

/**
 * The route, its subject, the input ('$x' stands for `names.x` of the fixtures), and the expected status for each caller.
 * Rows run in this order, and each row runs for all callers from left to right. 400 is the answer to an empty body,
 * because access is checked before a body is read.
 */
const rows: [RouteKey, string, Record<string, string | boolean>, Statuses][] = [
  //                                                                    anonymous stranger submitter creator admin
  ['GET /api/user', 'the caller', {}, [401, 200, 200, 200, 200]],
  ['GET /api/user/security', 'the caller', {}, signedIn(200)],
  ['POST /api/user/sessions/end', 'the caller', {}, signedIn(200)],
  ['POST /api/user/password', 'the caller', {}, signedIn(400)],
  ['POST /api/user/email/send', 'the caller, without an address', {}, signedIn(409)],
  ['POST /api/user/email/confirm', 'the caller', {}, signedIn(400)],
  ['POST /api/user/email/notifications', 'the caller', { on: false }, signedIn(200)],
  ['GET /api/notifications', 'the caller', {}, signedIn(200)],
  ['POST /api/notifications/seen', 'the caller', { id: '$unknownId' }, signedIn(200)],
  ['GET /api/unsubscribe/{token}', 'an unknown id', { token: 'none' }, all(302)],
  ['POST /api/unsubscribe/{token}', 'an unknown id', { token: 'none' }, all(400)],
  ['GET /api/user/export', 'the caller', {}, signedIn(200)],
  ['GET /api/auth/challenge', 'no subject', {}, all(200)],
  ['POST /api/auth/web3', 'no subject', {}, all(400)],
  ['POST /api/login', 'no subject', {}, all(400)],
  ['POST /api/register', 'no subject', {}, all(400)],
  ['POST /api/wallet', 'the caller', {}, signedIn(400)],
  ['DELETE /api/wallet/move', 'the caller, without a move', {}, signedIn(409)],
  ['GET /api/tasks', 'open tasks', {}, all(200)],
  ['GET /api/tasks', 'all tasks', { status: 'all' }, all(200)],
  ['POST /api/tasks', 'the caller', {}, signedIn(400)],
  ['GET /api/tasks/{id}', 'the task', { id: '$task' }, all(200)],
  ['GET /api/tasks/{id}', 'the draft', { id: '$draft' }, [404, 404, 404, 200, 200]],
  ['GET /api/tasks/{id}', 'an unknown id', { id: '$unknownId' }, all(404)],
  ['PATCH /api/tasks/{id}', 'the task, a proof pending', { id: '$task', ...text }, [401, 403, 403, 409, 403]],
  ['PATCH /api/tasks/{id}', 'the draft', { id: '$draft', ...text }, [401, 404, 404, 200, 403]],
  ['PATCH /api/tasks/{id}', 'an unknown id', { id: '$unknownId', ...text }, signedIn(404)],
  ['GET /api/tasks/{id}/user-submission', 'the task', { id: '$task' }, signedIn(200)],
  ['GET /api/tasks/{id}/user-submission', 'the draft', { id: '$draft' }, [401, 404, 404, 200, 200]],
  ['GET /api/tasks/{id}/user-submission', 'an unknown id', { id: '$unknownId' }, signedIn(404)],
  ['GET /api/user/completed-tasks', 'the caller', {}, signedIn(200)],
  ['GET /api/dashboard', 'the caller', {}, signedIn(200)],
  ['POST /api/submissions', 'the task, no proof', { taskId: '$task' }, [401, 400, 409, 403, 400]],
  [
    'POST /api/submissions',
    'the task, with the submitter as userId',
    { taskId: '$task', userId: '$submitter' },
    [401, 403, 409, 403, 403],
  ],
  ['POST /api/submissions', 'the draft', { taskId: '$draft' }, [401, 404, 404, 403, 409]],
  [
    'POST /api/submissions',
    'the submitter’s file',
    { taskId: '$task', proofFileUrl: '$file' },
    [401, 400, 409, 403, 400],
  ],
  ['POST /api/submissions', 'an unknown id', { taskId: '$unknownId' }, signedIn(404)],
  ['GET /api/submissions/{id}', 'the submission', { id: '$submission' }, [401, 403, 200, 200, 200]],
  ['GET /api/submissions/{id}', 'an unknown id', { id: '$unknownId' }, signedIn(404)],
  ['POST /api/submissions/upload', 'the caller', {}, signedIn(400)],
  ['POST /api/user/upload-profile-image', 'the caller', {}, signedIn(400)],
  ['GET /api/check-file', 'the proof', { path: '$file' }, signedIn(200)],
  ['GET /api/check-file', 'no file', { path: '$noFile' }, signedIn(200)],
  ['GET /api/files/{key+}', 'the proof', { key: '$key' }, [404, 404, 302, 302, 302]],
  ['GET /api/files/{key+}', 'no file', { key: '$noFile' }, all(404)],
  ['GET /api/users/{userId}', 'the creator', { userId: '$creator' }, all(200)],
  ['GET /api/users/{userId}', 'an unknown id', { userId: '$unknownId' }, all(404)],
  ['POST /api/user/update-username', 'the caller', {}, signedIn(400)],
  ['POST /api/user/update-profile', 'the caller', { bio: 'Hello' }, signedIn(200)],
  ['POST /api/user/update-profile', 'the proof', { profileImage: '$file' }, [401, 400, 409, 400, 400]],
  ['GET /api/profiles/{username}', 'an unknown id', { username: 'nobody_at_all' }, all(404)],
  ['GET /api/leaderboard', 'everyone', {}, all(200)],
  ['GET /api/money', 'everything', {}, all(200)],
  ['GET /api/admin/dashboard', 'everything', {}, [401, 403, 403, 403, 200]],
  ['GET /api/admin/money', 'everything', {}, [401, 403, 403, 403, 200]],
  [
    'POST /api/admin/payouts/{submissionId}/retry',
    'the submission, pending',
    { submissionId: '$submission' },
    [401, 403, 403, 403, 404],
  ],
  [
    'POST /api/admin/payouts/{submissionId}/retry',
    'an unknown id',
    { submissionId: '$unknownId' },
    [401, 403, 403, 403, 404],
  ],
  ['GET /api/health', 'no subject', {}, all(200)],
  ['GET /api/openapi.json', 'no subject', {}, all(200)],
  [
    'POST /api/blockchain/release-reward',
    'the submission, pending',
    { taskId: '$task', recipientId: '$submitter' },
    [401, 403, 403, 409, 409],
  ],
  [
    'POST /api/blockchain/release-reward',
    'an unknown recipient',
    { taskId: '$task', recipientId: '$unknownId' },
    [401, 403, 403, 404, 404],
  ],
  [
    'POST /api/blockchain/release-reward',
    'an unknown id',
    { taskId: '$unknownId', recipientId: '$submitter' },
    signedIn(404),
  ],
  ['POST /api/tasks/{id}/close', 'the task, a proof pending', { id: '$task' }, [401, 403, 403, 202, 202]],
  ['POST /api/tasks/{id}/close', 'the draft', { id: '$draft' }, [401, 404, 404, 202, 202]],
  ['GET /api/tasks/{id}', 'the draft, closed', { id: '$draft' }, [404, 404, 404, 200, 200]],
  ['POST /api/tasks/{id}/close', 'an unknown id', { id: '$unknownId' }, signedIn(404)],
  [
    'PATCH /api/submissions/{id}',
    'the submission, once',
    { id: '$submission', status: 'rejected', feedback: 'No' },
    [401, 403, 403, 200, 409],
  ],
  [
    'PATCH /api/submissions/{id}',
    'the submission, again',
    { id: '$submission', status: 'approved' },
    [401, 403, 403, 409, 409],
  ],
  [
    'POST /api/submissions/{id}/appeal',
    'the submission, rejected',
    { id: '$submission', message: 'Look again.' },
    [401, 403, 200, 403, 403],
  ],
  [
    'POST /api/submissions/{id}/appeal',
    'an unknown id',
    { id: '$unknownId', message: 'Look again.' },
    signedIn(404),
  ],
  ['GET /api/admin/appeals', 'everything', {}, [401, 403, 403, 403, 200]],
  [
    'POST /api/admin/submissions/{id}/appeal',
    'the submission, under appeal',
    { id: '$submission', decision: 'dismissed', reason: 'No' },
    [401, 403, 403, 403, 200],
  ],
  [
    'POST /api/admin/submissions/{id}/appeal',
    'an unknown id',
    { id: '$unknownId', decision: 'dismissed', reason: 'No' },
    [401, 403, 403, 403, 404],
  ],
  [
    'PATCH /api/submissions/{id}',
    'an unknown id',
    { id: '$unknownId', status: 'approved' },
    [401, 404, 404, 404, 404],
  ],
  [
    'POST /api/reports',
    'the creator',
    { kind: 'user', id: '$creator', reason: 'spam' },
    [401, 200, 200, 400, 200],
  ],
  [
    'POST /api/reports',
    'the submission, by those who can see it',
    { kind: 'submission', id: '$submission', reason: 'copied' },
    [401, 404, 400, 200, 200],
  ],
  [
    'POST /api/reports',
    'the draft',
    { kind: 'task', id: '$draft', reason: 'scam' },
    [401, 404, 404, 400, 200],
  ],
  ['GET /api/admin/reports', 'everything', {}, [401, 403, 403, 403, 200]],
  [
    'POST /api/admin/reports/dismiss',
    'the creator',
    { kind: 'user', id: '$creator', reason: 'Not spam' },
    [401, 403, 403, 403, 200],
  ],
  ...['$task', '$unknownId'].map((id): (typeof rows)[number] => [
    'POST /api/admin/tasks/{id}/visibility',
    id === '$task' ? 'the task' : 'an unknown id',
    { id, hidden: true, reason: 'Phishing' },
    [401, 403, 403, 403, id === '$task' ? 200 : 404],
  ]),
  ...['$submitter', '$unknownId'].map((userId): (typeof rows)[number] => [
    'POST /api/admin/users/{userId}/suspension',
    userId === '$submitter' ? 'the submitter' : 'an unknown id',
    { userId, suspended: true, reason: 'Phishing' },
    [401, 403, 403, 403, userId === '$submitter' ? 200 : 404],
  ]),
  ['GET /api/admin/audit', 'everything', {}, [401, 403, 403, 403, 200]],
  ['DELETE /api/user', 'the caller; the submitter is suspended', {}, [401, 200, 403, 409, 409]],
  ['POST /api/logout', 'the caller', {}, all(200)],
  ['GET /api/user', 'the caller, after logging out', {}, signedIn(401)],
]

let fixtures: Awaited<ReturnType<typeof createFixtures>>
beforeAll(async () => {
  fixtures = await createFixtures()
})

const isName = (name: string): name is keyof typeof fixtures.names => Object.hasOwn(fixtures.names, name)

function filled(sent: Record<string, string | boolean>) {
  const fill = (value: string | boolean) => {
    if (typeof value === 'boolean') return value
    const name = value.slice(1)
    return value.startsWith('$') && isName(name) ? fixtures.names[name] : value
  }
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, fill(value)]))
}

describe('access to routes', () => {
  test.each(
    rows,
  )('%s on %s answers every kind of caller the expected status', async (route, _, sent, expected) => {
    const received: Record<string, number> = {}
    for (const caller of callers) {
      received[caller] = (await fixtures.people[caller].request(route, filled(sent))).status
    }
    expect(received).toEqual(Object.fromEntries(callers.map((caller, at) => [caller, expected[at]])))
  })
})

test('The table of expected statuses covers every route, and an unknown id for every route with an id', () => {
  expect(new Set(rows.map(([route]) => route))).toEqual(new Set(routeKeys))
  const naming = routeKeys.filter((route) => route.includes('{'))
  const unknown = rows.filter(([, what]) => what === 'an unknown id' || what === 'no file')
  for (const route of naming) expect(unknown.map(([one]) => one)).toContain(route)
})

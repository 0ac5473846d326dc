import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { api, type RouteKey, routeKeys, splitRoute } from '../../domain/api.ts'
import { groups } from '../../domain/route.ts'
import { scorecard } from '../../domain/scorecard.ts'
import { submission } from '../../domain/submission.ts'
import { task } from '../../domain/task.ts'
import { user } from '../../domain/user.ts'
import { describeInput, describeOutput } from './describe-schema.ts'

/** Fields of the objects that many responses contain. */
const fields = {
  Task: `id: ulid, title: string, description: string, requirements: string, category: string, creatorId: ulid, reward: integer, maxCompletions: integer, completions: integer, taken: integer, reviewDays: integer, estimatedTime: integer, deadline: timestamp, submissionType: "text"|"link"|"file"|"mixed", isActive: boolean, contractAddress: address|null, createdAt: timestamp, closedAt?: timestamp, wasDraft?: true, hidden?: true, hiddenReason?: string, fundingLost?: timestamp`,
  Submission: `id: ulid, taskId: ulid, userId: ulid, proofLink: string|null, proofText: string|null, proofFileUrl: string|null, notes: string|null, status: "pending"|"approved"|"rejected", reviewedBy: ulid|null, reviewNotes: string|null, reviewedAt: timestamp|null, transactionHash: bytes32|null, createdAt: timestamp, updatedAt: timestamp, reviewBy: timestamp|null, appealUntil: timestamp|null, waitsFor: "report"|"suspension"|"same-proof"|"wallet"|null, sameProof: integer, appeal: {status: "open"|"upheld"|"dismissed", message: string, proofLink: string|null, proofText: string|null, proofFileUrl: string|null, hasPlace: boolean, createdAt: timestamp, decidedAt: timestamp|null, decidedBy: ulid|null, reason: string|null}|null`,
  Scorecard: `poster: {tasks: integer, approved: integer, rejected: integer, automatic: integer, appealsLost: integer, medianReview: {hours: integer, isLonger: boolean}|null}, doer: {approved: integer, rejected: integer, since: timestamp}`,
  User: `id: ulid, username: string, email: string|null, walletAddress: address|null, bio: string|null, isAdmin: boolean, profileImage: string|null, createdAt: timestamp, updatedAt: timestamp, suspended?: true, suspendedReason?: string`,
}

/** All routes: attributes, input and response body, in the notation of `describe-schema.ts`. */
const routes: Record<RouteKey, [attributes: object, input: string, output: string]> = {
  'GET /api/user': [{ name: 'getUser', group: 'auth', access: 'user' }, `{}!`, `{...User}`],
  'GET /api/auth/challenge': [
    { name: 'getChallenge', group: 'auth', access: 'anyone' },
    `{address?: address}!`,
    `{message: string}`,
  ],
  'POST /api/auth/web3': [
    { name: 'signInWithEthereum', group: 'auth', access: 'anyone', session: 'start' },
    `{walletAddress: address, signature: string, message: string(1..4096)}!`,
    `{...User, isFirstLogin: boolean}`,
  ],
  'POST /api/login': [
    { name: 'login', group: 'auth', access: 'anyone', session: 'start' },
    `{username: string(..100), password: string(..256)}!`,
    `{...User}`,
  ],
  'POST /api/register': [
    { name: 'register', group: 'auth', access: 'anyone', session: 'start' },
    `{username: string(3..20), password: string(8..256), email?: string(..254)|""|null}!`,
    `{...User}`,
  ],
  'POST /api/logout': [{ name: 'logout', group: 'auth', access: 'anyone', session: 'end' }, `{}!`, `{}`],
  'POST /api/wallet': [
    { name: 'linkWallet', group: 'auth', access: 'user' },
    `{walletAddress: address, signature?: string, message?: string(1..4096)}!`,
    `{...User}`,
  ],
  'GET /api/user/security': [
    { name: 'getSecurity', group: 'auth', access: 'user' },
    `{}!`,
    `{sessions: {id: string, device: string, network: string, createdAt: timestamp, usedAt: timestamp, current: boolean}[], events: {id: ulid, kind: "signed-in"|"sign-in-failed"|"new-device"|"signed-out-everywhere"|"password-changed"|"wallet-move-announced"|"wallet-move-cancelled"|"wallet-move-done"|"email-confirmed"|"exported"|"deleted"|"admin-granted"|"admin-revoked", device: string|null, network: string|null, at: timestamp}[], hasPassword: boolean, walletMove: {wallet: address, appliesAt: timestamp}|null, email: {address: string, confirmed: boolean}|null}`,
  ],
  'POST /api/user/sessions/end': [
    { name: 'endSessions', group: 'auth', access: 'user' },
    `{id?: string(..64)}!`,
    `{}`,
  ],
  'GET /api/tasks': [
    { name: 'listTasks', group: 'tasks', access: 'anyone', answer: 'page' },
    `{q?: string(..200), category?: string(..50), minReward?: integer(0..), maxReward?: integer(0..), minTime?: integer(0..), maxTime?: integer(0..), submissionType?: "all"|"text"|"link"|"file"|"mixed", sort?: "recent"|"oldest"|"reward-high"|"reward-low"|"time-low"|"time-high"|"deadline" = "recent", status?: "open"|"closed"|"all" = "open", limit?: integer(1..500) = 500, cursor?: string(..1024)}!`,
    `{...Task}[]`,
  ],
  'POST /api/tasks': [
    { name: 'createTask', group: 'tasks', access: 'user', suspended: 'refused' },
    `{title: string(1..200), description: string(1..5000), requirements: string(1..5000), category: "Content"|"Development"|"Design"|"Marketing"|"Research"|"Social Media"|"Testing"|"Translation"|"Other", reward: integer(>0..1000), maxCompletions: integer(>0..100), estimatedTime: integer(>0..480), submissionType: "text"|"link"|"file"|"mixed", reviewDays?: integer(>0..30) = 7, isActive?: boolean = true, deadline?: timestamp, creatorId?: ulid, contractAddress: address, escrow: {salt: bytes32, refundableAt: integer(>0..)}!}!`,
    `{...Task}`,
  ],
  'GET /api/tasks/{id}': [
    { name: 'getTask', group: 'tasks', access: 'anyone', subject: { task: 'id' } },
    `{id: ulid}!`,
    `{...Task}`,
  ],
  'GET /api/tasks/{id}/user-submission': [
    { name: 'getUserSubmission', group: 'submissions', access: 'user', subject: { task: 'id' } },
    `{id: ulid}!`,
    `{hasSubmitted: boolean, submission: {...Submission}|null}`,
  ],
  'GET /api/user/completed-tasks': [
    { name: 'getCompletedTasks', group: 'submissions', access: 'user' },
    `{}!`,
    `{completedTaskIds: ulid[], submissions: {...Submission}[]}`,
  ],
  'GET /api/dashboard': [
    { name: 'getDashboard', group: 'submissions', access: 'user' },
    `{}!`,
    `{submissions: {...Submission, task: {...Task}|null}[], createdTasks: {...Task, submissions: {...Submission, submitterName: string|null, reviewerName: string|null}[], escrow: {salt: bytes32, refundableAt: integer(>0..), funder: address}, refund: {status: "waiting"|"due"|"paid", amount: integer, transactionHash: bytes32|null}|null}[], totals: {completed: integer, earned: integer}}`,
  ],
  'POST /api/submissions': [
    {
      name: 'createSubmission',
      group: 'submissions',
      access: 'user',
      subject: { task: 'taskId' },
      suspended: 'refused',
    },
    `{taskId: ulid, userId?: ulid, proofLink?: string(..2048)|""|null, proofText?: string(1..10000)|""|null, proofFileUrl?: string(..2048)|null, notes?: string(..5000)|null}!`,
    `{...Submission}`,
  ],
  'GET /api/submissions/{id}': [
    { name: 'getSubmission', group: 'submissions', access: 'reader', subject: { submission: 'id' } },
    `{id: ulid}!`,
    `{...Submission, submitterName: string|null, reviewerName: string|null}`,
  ],
  'PATCH /api/submissions/{id}': [
    {
      name: 'reviewSubmission',
      group: 'submissions',
      access: 'reviewer',
      subject: { submission: 'id' },
      suspended: 'refused',
    },
    `{id: ulid, status: "approved"|"rejected", feedback?: string(..2000)|null}!`,
    `{...Submission}`,
  ],
  'POST /api/submissions/{id}/appeal': [
    { name: 'appeal', group: 'submissions', access: 'submitter', subject: { submission: 'id' } },
    `{proofLink?: string(..2048)|""|null, proofText?: string(1..10000)|""|null, proofFileUrl?: string(..2048)|null, id: ulid, message: string(1..2000)}!`,
    `{...Submission}`,
  ],
  'POST /api/admin/submissions/{id}/appeal': [
    { name: 'decideAppeal', group: 'submissions', access: 'arbiter', subject: { submission: 'id' } },
    `{id: ulid, decision: "upheld"|"dismissed", reason: string(1..2000)}!`,
    `{...Submission}`,
  ],
  'GET /api/admin/appeals': [
    { name: 'listAppeals', group: 'submissions', access: 'admin' },
    `{}!`,
    `{appeals: {...Submission, submitterName: string|null, reviewerName: string|null, task: {...Task}, placeFree: boolean}[], waiting: {...Submission, submitterName: string|null, reviewerName: string|null, task: {...Task}}[]}`,
  ],
  'POST /api/submissions/upload': [
    { name: 'uploadProof', group: 'uploads', access: 'user', multipart: 'file', suspended: 'refused' },
    `{contentType: string(..100), size: integer(>0..)}!|{file: any}!`,
    `{uploadUrl?: string, headers?: object, fileUrl: string}`,
  ],
  'POST /api/user/upload-profile-image': [
    { name: 'uploadProfileImage', group: 'uploads', access: 'user', multipart: 'image' },
    `{contentType: string(..100), size: integer(>0..)}!|{file: any}!`,
    `{uploadUrl?: string, headers?: object, imageUrl: string}`,
  ],
  'GET /api/check-file': [
    { name: 'checkFile', group: 'uploads', access: 'user' },
    `{path: string(..1024)}!`,
    `{exists: boolean}`,
  ],
  'GET /api/files/{key+}': [
    { name: 'getFile', group: 'uploads', access: 'anyone', answer: 'redirect' },
    `{key: string(..1024), size?: "preview"}!`,
    `{}`,
  ],
  'GET /api/users/{userId}': [
    { name: 'getPublicUser', group: 'users', access: 'anyone' },
    `{userId: ulid}!`,
    `{id: ulid, username: string, walletAddress: address|null, bio: string|null, profileImage: string|null, scorecard: {...Scorecard}}`,
  ],
  'GET /api/profiles/{username}': [
    { name: 'getProfile', group: 'users', access: 'anyone' },
    `{username: string(1..100)}!`,
    `{id: ulid, username: string, walletAddress: address|null, bio: string|null, profileImage: string|null, scorecard: {...Scorecard}}`,
  ],
  'POST /api/user/update-username': [
    { name: 'updateUsername', group: 'users', access: 'user' },
    `{username: string(3..20)}!`,
    `{...User}`,
  ],
  'POST /api/user/update-profile': [
    { name: 'updateProfile', group: 'users', access: 'user' },
    `{bio?: string(..2000)|null, email?: string(..254)|""|null, profileImage?: string(..2048)|null}!`,
    `{...User}`,
  ],
  'GET /api/leaderboard': [
    { name: 'getLeaderboard', group: 'leaderboard', access: 'anyone' },
    `{sort?: "earnings"|"tasks" = "earnings"}!`,
    `{rank: integer, userId: ulid, username: string, walletAddress: address|null, completedTasks: integer, totalEarned: integer}[]`,
  ],
  'GET /api/admin/dashboard': [
    { name: 'getAdminDashboard', group: 'admin', access: 'admin' },
    `{}!`,
    `{users: {...User}[], tasks: {...Task}[], submissions: {...Submission, submitterName: string|null, reviewerName: string|null}[], totals: {users: integer, connectedWallets: integer, tasks: integer, submissions: integer, pending: integer, approved: integer, rejected: integer, paidOut: integer, totalRewards: integer}}`,
  ],
  'GET /api/health': [
    { name: 'getHealth', group: 'admin', access: 'anyone' },
    `{}!`,
    `{status: "ok", time: timestamp}`,
  ],
  'GET /api/openapi.json': [{ name: 'getOpenApi', group: 'admin', access: 'anyone' }, `{}!`, `object`],
  'POST /api/blockchain/release-reward': [
    {
      name: 'releaseReward',
      group: 'payouts',
      access: 'reviewer',
      subject: { submissionOf: ['taskId', 'recipientId'] },
      answer: 'progress',
    },
    `{taskId: ulid, recipientId: ulid}!`,
    `{status: "due"|"paid"|"failed", transactionHash: bytes32|null, amount: integer, recipient: address, reason?: string}`,
  ],
  'POST /api/tasks/{id}/close': [
    { name: 'closeTask', group: 'payouts', access: 'creator', subject: { task: 'id' }, answer: 'progress' },
    `{id: ulid}!`,
    `{status: "waiting"|"due"|"paid", amount: integer, transactionHash: bytes32|null}`,
  ],
  'POST /api/admin/payouts/{submissionId}/retry': [
    { name: 'retryPayout', group: 'payouts', access: 'admin', answer: 'progress', suspended: 'refused' },
    `{submissionId: ulid}!`,
    `{status: "due"|"paid"|"failed", transactionHash: bytes32|null, amount: integer, recipient: address, reason?: string}`,
  ],
  'GET /api/admin/money': [
    { name: 'getMoney', group: 'payouts', access: 'admin' },
    `{}!`,
    `{chain: {escrowAddress: address, balance: integer, held: integer, paused: boolean, signerAddress: address, signerIsOperator: boolean, gas: string, dailyLimit: integer, leftToday: integer}|null, due: {count: integer, amount: integer, oldest: timestamp|null, more: boolean}, refundsDue: {count: integer, amount: integer, more: boolean}, failed: {submissionId: ulid, taskId: ulid, userId: ulid, recipient: address, amount: integer, reason: string|null, createdAt: timestamp}[], failedMore: boolean}`,
  ],
  'GET /api/money': [
    { name: 'getPublicMoney', group: 'payouts', access: 'anyone' },
    `{}!`,
    `{at: timestamp, chain: {escrowAddress: address, balance: integer, held: integer, operator: address, dailyLimit: integer, leftToday: integer, pausedUntil: timestamp|null, announced: {setting: "operator"|"guardian"|"limit", value: string, effectiveAt: timestamp}[]}|null, paid: integer, due: {count: integer, amount: integer, held: integer, oldest: timestamp|null, more: boolean}, failed: {count: integer, amount: integer, more: boolean}, refundsDue: {count: integer, amount: integer, oldest: timestamp|null, more: boolean}, reconciled: {at: timestamp, agrees: boolean}|null}`,
  ],
  'POST /api/reports': [
    {
      name: 'report',
      group: 'moderation',
      access: 'user',
      subject: { reported: ['kind', 'id'] },
      suspended: 'refused',
    },
    `{kind: "task"|"submission"|"user", id: ulid, reason: "scam"|"spam"|"harmful"|"abuse"|"private"|"copied"|"other", words?: string(..1000)|null}!`,
    `{}`,
  ],
  'GET /api/admin/reports': [
    { name: 'listReports', group: 'moderation', access: 'admin' },
    `{}!`,
    `{cases: {kind: "task"|"submission"|"user", id: ulid, count: integer, firstAt: timestamp, lastAt: timestamp, person: {id: ulid, username: string, suspended: boolean}, task: {id: ulid, title: string, hidden: boolean}|null, reports: {by: ulid, byName: string|null, reason: "scam"|"spam"|"harmful"|"abuse"|"private"|"copied"|"other", words: string|null, createdAt: timestamp}[]}[], more: boolean}`,
  ],
  'POST /api/admin/reports/dismiss': [
    {
      name: 'dismissReports',
      group: 'moderation',
      access: 'moderator',
      subject: { reported: ['kind', 'id'] },
      suspended: 'refused',
    },
    `{kind: "task"|"submission"|"user", id: ulid, reason: string(1..2000)}!`,
    `{}`,
  ],
  'POST /api/admin/tasks/{id}/visibility': [
    {
      name: 'setTaskVisibility',
      group: 'moderation',
      access: 'moderator',
      subject: { task: 'id' },
      suspended: 'refused',
    },
    `{id: ulid, hidden: boolean, reason: string(1..2000)}!`,
    `{...Task}`,
  ],
  'POST /api/admin/users/{userId}/suspension': [
    {
      name: 'setSuspension',
      group: 'moderation',
      access: 'moderator',
      subject: { user: 'userId' },
      suspended: 'refused',
    },
    `{userId: ulid, suspended: boolean, reason: string(1..2000)}!`,
    `{...User}`,
  ],
  'GET /api/admin/audit': [
    { name: 'listAudit', group: 'moderation', access: 'admin', answer: 'page' },
    `{cursor?: string(..100)}!`,
    `{id: ulid, at: timestamp, by: ulid|null, byName: string|null, action: "approve"|"reject"|"uphold-appeal"|"dismiss-appeal"|"hide"|"unhide"|"suspend"|"unsuspend"|"dismiss-reports"|"grant"|"revoke"|"retry"|"close", subject: {kind: "task"|"submission"|"user", id: ulid}, subjectName: string|null, reason: string|null, details: object}[]`,
  ],
}

const rows = Object.entries(api)
const fieldsOf = (schema: z.ZodType) => describeOutput(schema).slice(1, -1)

/** Replaces the fields of shared objects by `...Task`, `...Submission` and `...User`. */
function shorten(text: string): string {
  return Object.entries(fields).reduce((short, [name, list]) => short.replaceAll(list, `...${name}`), text)
}

test('Tasks, submissions, scorecards and users have the fields of the specification', () => {
  expect({
    Task: fieldsOf(task),
    Submission: fieldsOf(submission),
    Scorecard: fieldsOf(scorecard),
    User: fieldsOf(user),
  }).toEqual(fields)
})

test('`api` has exactly the routes that this test lists', () => {
  expect([...routeKeys].sort()).toEqual(Object.keys(routes).sort())
})

test.each(Object.entries(routes))('%s has the access, input and response listed here', (key, promised) => {
  const { input, output, ...attributes } = api[key as RouteKey]
  expect([attributes, describeInput(input), shorten(describeOutput(output))]).toEqual(promised)
})

test('No two routes share a name', () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length)
})

test('Every group of routes has a handler file and at least one route', () => {
  const promised = [
    'auth',
    'tasks',
    'submissions',
    'uploads',
    'users',
    'leaderboard',
    'admin',
    'payouts',
    'moderation',
  ]
  expect(groups).toEqual(promised)
  for (const group of promised)
    expect(existsSync(new URL(`../../functions/handlers/${group}.ts`, import.meta.url)), group).toBe(true)
  expect(new Set(rows.map(([, { group }]) => group))).toEqual(new Set(promised))
})

test('Every path parameter is a field of its route’s input', () => {
  for (const [key, { input }] of rows) {
    const names = [...splitRoute(key).path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    const shape = 'shape' in input ? Object.keys(input.shape) : []
    expect(shape, key).toEqual(expect.arrayContaining(names))
  }
})

test('Every route’s input rejects an unknown field', () => {
  for (const [key, { input }] of rows) {
    const { error } = input.safeParse({ invented: 1 })
    expect(JSON.stringify(error?.issues), key).toContain('unrecognized_keys')
  }
})

test('splitRoute splits a route key into its method and its path', () => {
  expect(splitRoute('GET /api/tasks/{id}')).toEqual({ method: 'GET', path: '/api/tasks/{id}' })
})

test('A password has 8 to 256 characters', () => {
  const register = (password: string) =>
    api['POST /api/register'].input.safeParse({ username: 'ada', password }).success
  expect([7, 8, 256, 257].map((length) => register('x'.repeat(length)))).toEqual([false, true, true, false])
})

test('A signature is 65 to 1024 whole bytes of hex', () => {
  const link = (signature: string) =>
    api['POST /api/wallet'].input.safeParse({ walletAddress: `0x${'1'.repeat(40)}`, signature }).success
  const valid = `0x${'ab'.repeat(65)}`
  expect([valid, `0x${'AB'.repeat(1024)}`].map(link)).toEqual([true, true])
  const invalid = [`0x${'ab'.repeat(64)}`, `0x${'ab'.repeat(1025)}`, `${valid}c`, ` ${valid}`, valid.slice(2)]
  expect(invalid.map(link)).toEqual([false, false, false, false, false])
})

import * as z from 'zod'
import { money } from './admin-money.ts'
import { auditEntry, moderatedSubject } from './audit.ts'
import { siteConfig } from './config.ts'
import { inbox } from './notification.ts'
import { releaseAnswer } from './payout.ts'
import { publicMoney } from './public-money.ts'
import { refund } from './refund.ts'
import { adminReason, reportCase, reportInput } from './report.ts'
import type { Group, Row } from './route.ts'
import { address, timestamp, ulid } from './schema.ts'
import { securityOverview } from './security.ts'
import {
  appealDecision,
  appealInput,
  namedSubmission,
  reviewInput,
  submission,
  submissionInput,
} from './submission.ts'
import { task, taskInput, taskQuery, taskText, textVersion } from './task.ts'
import { newPassword, profileInput, publicProfile, signedInUser, user, usernameInput } from './user.ts'
import {
  adminAppeals,
  adminDashboard,
  completedTasks,
  dashboard,
  leaderboardEntry,
  userSubmission,
} from './views.ts'

const none = z.strictObject({})
const cursor = z.strictObject({ cursor: z.string().max(100).optional() })
const byId = z.strictObject({ id: ulid })
const signature = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){65,1024}$/, 'Not a valid signature')
const challenge = z.string().min(1).max(4096)
/** What a wallet signs for: by default to sign in. A signature for one purpose is not valid for another. */
const signaturePurposes = ['sign-in', 'link', 'password'] as const
/** Content type and size of a file that the client will PUT, or the file itself (the route's `multipart` field). */
const upload = z.union([
  z.strictObject({ contentType: z.string().max(100), size: z.number().int().positive() }),
  z.strictObject({ file: z.instanceof(Uint8Array) }),
])
const presigned = z.object({ uploadUrl: z.string(), headers: z.record(z.string(), z.string()) })
/** The token of the unsubscribe link: a user's id and a secret. */
const unsubscribe = z.strictObject({ token: z.string().max(100) })
/** A password that is compared with the stored one. */
const password = z.string().max(256)

/**
 * All routes of the API, by API Gateway's route key. The CDK stack, the local gateway, the browser's client and the
 * OpenAPI description are made from this table (spec section 7).
 */
export const api = {
  'GET /api/user': { name: 'getUser', group: 'auth', access: 'user', input: none, output: user },
  'GET /api/auth/challenge': {
    name: 'getChallenge',
    group: 'auth',
    access: 'anyone',
    input: z.strictObject({
      address: address.optional(),
      moveTo: address.optional(),
      purpose: z.enum(signaturePurposes).optional(),
    }),
    output: z.object({ message: z.string() }),
  },
  'POST /api/auth/web3': {
    name: 'signInWithEthereum',
    group: 'auth',
    access: 'anyone',
    input: z.strictObject({ walletAddress: address, signature, message: challenge }),
    output: signedInUser,
    session: 'start',
  },
  'POST /api/login': {
    name: 'login',
    group: 'auth',
    access: 'anyone',
    input: z.strictObject({ username: z.string().max(100), password }),
    output: user,
    session: 'start',
  },
  'POST /api/register': {
    name: 'register',
    group: 'auth',
    access: 'anyone',
    input: z.strictObject({
      username: usernameInput,
      password: newPassword,
      email: profileInput.shape.email,
    }),
    output: user,
    session: 'start',
  },
  'POST /api/logout': {
    name: 'logout',
    group: 'auth',
    access: 'anyone',
    input: none,
    output: none,
    session: 'end',
  },
  'POST /api/wallet': {
    name: 'linkWallet',
    group: 'auth',
    access: 'user',
    input: z.strictObject({
      walletAddress: address,
      signature: signature.optional(),
      message: challenge.optional(),
      oldSignature: signature.optional(),
      oldMessage: challenge.optional(),
      password: password.optional(),
    }),
    output: user,
  },
  'DELETE /api/wallet/move': {
    name: 'cancelWalletMove',
    group: 'auth',
    access: 'user',
    input: none,
    output: user,
  },
  'POST /api/user/password': {
    name: 'setPassword',
    group: 'auth',
    access: 'user',
    input: z.strictObject({
      current: password.optional(),
      password: newPassword,
      signature: signature.optional(),
      message: challenge.optional(),
    }),
    output: none,
  },
  'POST /api/user/email/send': {
    name: 'sendConfirmation',
    group: 'auth',
    access: 'user',
    input: none,
    output: none,
  },
  'POST /api/user/email/confirm': {
    name: 'confirmEmail',
    group: 'auth',
    access: 'user',
    input: z.strictObject({ token: z.string().min(1).max(100) }),
    output: user,
  },
  'POST /api/user/email/notifications': {
    name: 'setEmailNotifications',
    group: 'notifications',
    access: 'user',
    input: z.strictObject({ on: z.boolean() }),
    output: user,
  },
  'GET /api/notifications': {
    name: 'listNotifications',
    group: 'notifications',
    access: 'user',
    input: z.strictObject({ cursor: ulid.optional() }),
    output: inbox,
  },
  'POST /api/notifications/seen': {
    name: 'markNotificationsSeen',
    group: 'notifications',
    access: 'user',
    input: z.strictObject({ id: ulid }),
    output: none,
  },
  'GET /api/unsubscribe/{token}': {
    name: 'showUnsubscribe',
    group: 'notifications',
    access: 'anyone',
    input: unsubscribe,
    output: none,
    answer: 'redirect',
  },
  'POST /api/unsubscribe/{token}': {
    name: 'unsubscribe',
    group: 'notifications',
    access: 'anyone',
    input: unsubscribe,
    output: none,
    body: 'ignored',
  },
  'GET /api/user/export': {
    name: 'exportAccount',
    group: 'auth',
    access: 'user',
    input: none,
    output: z.record(z.string(), z.unknown()),
    answer: 'download',
  },
  'DELETE /api/user': {
    name: 'deleteAccount',
    group: 'auth',
    access: 'user',
    input: none,
    output: none,
    session: 'end',
  },
  'GET /api/user/security': {
    name: 'getSecurity',
    group: 'auth',
    access: 'user',
    input: none,
    output: securityOverview,
  },
  'POST /api/user/sessions/end': {
    name: 'endSessions',
    group: 'auth',
    access: 'user',
    input: z.strictObject({ id: z.string().min(1).max(64).optional() }),
    output: none,
  },
  'GET /api/tasks': {
    name: 'listTasks',
    group: 'tasks',
    access: 'anyone',
    input: taskQuery,
    output: z.array(task),
    answer: 'page',
  },
  'POST /api/tasks': {
    name: 'createTask',
    group: 'tasks',
    access: 'user',
    input: taskInput,
    output: task,
    suspended: 'refused',
  },
  'GET /api/tasks/{id}': {
    name: 'getTask',
    group: 'tasks',
    access: 'anyone',
    subject: { task: 'id' },
    input: byId,
    output: task,
  },
  'PATCH /api/tasks/{id}': {
    name: 'changeTaskText',
    group: 'tasks',
    access: 'user',
    subject: { task: 'id' },
    input: taskText.extend({ id: ulid, textVersion }),
    output: task,
    suspended: 'refused',
  },
  'GET /api/tasks/{id}/user-submission': {
    name: 'getUserSubmission',
    group: 'submissions',
    access: 'user',
    subject: { task: 'id' },
    input: byId,
    output: userSubmission,
  },
  'GET /api/user/completed-tasks': {
    name: 'getCompletedTasks',
    group: 'submissions',
    access: 'user',
    input: none,
    output: completedTasks,
  },
  'GET /api/dashboard': {
    name: 'getDashboard',
    group: 'submissions',
    access: 'user',
    input: none,
    output: dashboard,
  },
  'POST /api/submissions': {
    name: 'createSubmission',
    group: 'submissions',
    access: 'user',
    subject: { task: 'taskId' },
    input: submissionInput,
    output: submission,
    suspended: 'refused',
  },
  'GET /api/submissions/{id}': {
    name: 'getSubmission',
    group: 'submissions',
    access: 'reader',
    subject: { submission: 'id' },
    input: byId,
    output: namedSubmission,
  },
  'PATCH /api/submissions/{id}': {
    name: 'reviewSubmission',
    group: 'submissions',
    access: 'reviewer',
    subject: { submission: 'id' },
    input: reviewInput,
    output: submission,
    suspended: 'refused',
  },
  'POST /api/submissions/{id}/appeal': {
    name: 'appeal',
    group: 'submissions',
    access: 'submitter',
    subject: { submission: 'id' },
    input: appealInput,
    output: submission,
  },
  'POST /api/admin/submissions/{id}/appeal': {
    name: 'decideAppeal',
    group: 'submissions',
    access: 'arbiter',
    subject: { submission: 'id' },
    input: appealDecision,
    output: submission,
  },
  'GET /api/admin/appeals': {
    name: 'listAppeals',
    group: 'submissions',
    access: 'admin',
    input: none,
    output: adminAppeals,
  },
  'POST /api/submissions/upload': {
    name: 'uploadProof',
    group: 'uploads',
    access: 'user',
    input: upload,
    output: presigned.partial().extend({ fileUrl: z.string() }),
    multipart: 'file',
    suspended: 'refused',
  },
  'POST /api/user/upload-profile-image': {
    name: 'uploadProfileImage',
    group: 'uploads',
    access: 'user',
    input: upload,
    output: presigned.partial().extend({ imageUrl: z.string() }),
    multipart: 'image',
  },
  'GET /api/check-file': {
    name: 'checkFile',
    group: 'uploads',
    access: 'user',
    input: z.strictObject({ path: z.string().max(1024) }),
    output: z.object({ exists: z.boolean() }),
  },
  'GET /api/files/{key+}': {
    name: 'getFile',
    group: 'uploads',
    access: 'anyone',
    input: z.strictObject({ key: z.string().max(1024), size: z.literal('preview').optional() }),
    output: none,
    answer: 'redirect',
  },
  'GET /api/users/{userId}': {
    name: 'getPublicUser',
    group: 'users',
    access: 'anyone',
    input: z.strictObject({ userId: ulid }),
    output: publicProfile,
  },
  'GET /api/profiles/{username}': {
    name: 'getProfile',
    group: 'users',
    access: 'anyone',
    input: z.strictObject({ username: z.string().min(1).max(100) }),
    output: publicProfile,
  },
  'POST /api/user/update-username': {
    name: 'updateUsername',
    group: 'users',
    access: 'user',
    input: z.strictObject({ username: usernameInput }),
    output: user,
  },
  'POST /api/user/update-profile': {
    name: 'updateProfile',
    group: 'users',
    access: 'user',
    input: profileInput,
    output: user,
  },
  'GET /api/leaderboard': {
    name: 'getLeaderboard',
    group: 'users',
    access: 'anyone',
    input: z.strictObject({ sort: z.enum(['earnings', 'tasks']).default('earnings') }),
    output: z.array(leaderboardEntry),
  },
  'GET /api/admin/dashboard': {
    name: 'getAdminDashboard',
    group: 'admin',
    access: 'admin',
    input: none,
    output: adminDashboard,
  },
  'GET /api/health': {
    name: 'getHealth',
    group: 'admin',
    access: 'anyone',
    input: none,
    output: z.object({ status: z.literal('ok'), time: timestamp }),
  },
  'GET /api/openapi.json': {
    name: 'getOpenApi',
    group: 'admin',
    access: 'anyone',
    input: none,
    output: z.record(z.string(), z.unknown()),
  },
  'POST /api/blockchain/release-reward': {
    name: 'releaseReward',
    group: 'payouts',
    access: 'reviewer',
    subject: { submissionOf: ['taskId', 'recipientId'] },
    input: z.strictObject({ taskId: ulid, recipientId: ulid }),
    output: releaseAnswer,
    answer: 'progress',
  },
  'POST /api/tasks/{id}/close': {
    name: 'closeTask',
    group: 'payouts',
    access: 'creator',
    subject: { task: 'id' },
    input: byId,
    output: refund,
    answer: 'progress',
  },
  'POST /api/admin/payouts/{submissionId}/retry': {
    name: 'retryPayout',
    group: 'payouts',
    access: 'admin',
    input: z.strictObject({ submissionId: ulid }),
    output: releaseAnswer,
    answer: 'progress',
    suspended: 'refused',
  },
  'GET /api/admin/money': { name: 'getMoney', group: 'payouts', access: 'admin', input: none, output: money },
  'GET /api/money': {
    name: 'getPublicMoney',
    group: 'payouts',
    access: 'anyone',
    input: none,
    output: publicMoney,
  },
  'GET /config.json': {
    name: 'getConfig',
    group: 'payouts',
    access: 'anyone',
    input: none,
    output: siteConfig,
    maxAge: 60,
  },
  'POST /api/reports': {
    name: 'report',
    group: 'moderation',
    access: 'user',
    subject: { reported: ['kind', 'id'] },
    input: reportInput,
    output: none,
    suspended: 'refused',
  },
  'GET /api/admin/reports': {
    name: 'listReports',
    group: 'moderation',
    access: 'admin',
    input: cursor,
    output: z.array(reportCase),
    answer: 'page',
  },
  'POST /api/admin/reports/dismiss': {
    name: 'dismissReports',
    group: 'moderation',
    access: 'moderator',
    subject: { reported: ['kind', 'id'] },
    input: moderatedSubject.extend({ reason: adminReason }).strict(),
    output: none,
    suspended: 'refused',
  },
  'POST /api/admin/tasks/{id}/visibility': {
    name: 'setTaskVisibility',
    group: 'moderation',
    access: 'moderator',
    subject: { task: 'id' },
    input: z.strictObject({ id: ulid, hidden: z.boolean(), reason: adminReason }),
    output: task,
    suspended: 'refused',
  },
  'POST /api/admin/users/{userId}/suspension': {
    name: 'setSuspension',
    group: 'moderation',
    access: 'moderator',
    subject: { user: 'userId' },
    input: z.strictObject({ userId: ulid, suspended: z.boolean(), reason: adminReason }),
    output: user,
    suspended: 'refused',
  },
  'GET /api/admin/audit': {
    name: 'listAudit',
    group: 'moderation',
    access: 'admin',
    input: cursor,
    output: z.array(auditEntry),
    answer: 'page',
  },
} as const satisfies Record<string, Row>

export type Api = typeof api
export type RouteKey = keyof Api
export type RoutesOf<G extends Group> = {
  [K in RouteKey]: Api[K]['group'] extends G ? (G extends Api[K]['group'] ? K : never) : never
}[RouteKey]

/** `Sent`: the input before parsing, as a client sends it. `Input`: after parsing. `Output`: the body of the response. */
export type Sent<K extends RouteKey> = z.input<Api[K]['input']>
export type Input<K extends RouteKey> = z.output<Api[K]['input']>
export type Output<K extends RouteKey> = z.output<Api[K]['output']>

export const routeKeys = Object.keys(api) as RouteKey[]

/** Splits a route key: 'GET /api/tasks/{id}' → method 'GET' and path '/api/tasks/{id}'. */
export function splitRoute(key: string): { method: string; path: string } {
  const space = key.indexOf(' ')
  return { method: key.slice(0, space), path: key.slice(space + 1) }
}

import * as z from 'zod'
import { money } from './admin-money.ts'
import { auditEntry, moderatedSubject } from './audit.ts'
import { siteConfig } from './config.ts'
import { text } from './limits.ts'
import { inbox, news } from './notification.ts'
import { releaseAnswer } from './payout.ts'
import { publicMoney } from './public-money.ts'
import { adminReason, reportCase, reportInput } from './report.ts'
import type { Group, Row } from './route.ts'
import { address, fresh, object, strict, timestamp, ulid } from './schema.ts'
import { securityOverview } from './security.ts'
import {
  appealDecision,
  appealInput,
  namedSubmission,
  reviewInput,
  submission,
  submissionInput,
  submissionStatuses,
} from './submission.ts'
import { task, taskInput, taskQuery, taskText, textVersion } from './task.ts'
import { newPassword, profileInput, publicProfile, signedInUser, user, usernameInput } from './user.ts'
import {
  adminAppeals,
  adminDashboard,
  adminOverview,
  adminTask,
  completedTasks,
  dashboard,
  leaderboardEntry,
  ownSubmission,
  ownTask,
  refund,
  reviewedSubmission,
  summary,
  userSubmission,
} from './views.ts'

const none = z.strictObject({})
const cursor = strict(() => ({ cursor: z.string().max(100).optional() }))
const byId = strict(() => ({ id: ulid }))
const signature = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){65,1024}$/, 'Not a valid signature')
const challenge = z.string().min(1).max(4096)
/** What a wallet signs for: by default to sign in. A signature for one purpose is not valid for another. */
const signaturePurposes = ['sign-in', 'link', 'password'] as const
/** Content type and size of a file that the client will PUT, or the file itself (the route's `multipart` field). */
const upload = z.union([
  strict(() => ({ contentType: z.string().max(100), size: z.number().int().positive() })),
  strict(() => ({ file: z.instanceof(Uint8Array) })),
])
const presigned = object(() => ({ uploadUrl: z.string(), headers: z.record(z.string(), z.string()) }))
/** The token of the unsubscribe link: a user's id and a secret. */
const unsubscribe = strict(() => ({ token: z.string().max(100) }))
/** A password that is compared with the stored one. */
const password = z.string().max(256)

type Named = Omit<Row, 'group' | 'input' | 'output'> & { input?: z.ZodType; output?: z.ZodType }

type Completed<G, R> = {
  [K in keyof R]: R[K] & Omit<{ group: G; input: typeof none; output: typeof none }, keyof R[K]>
}

/** The rows of a group. A row that names no input or no output has none. */
function routes<const G extends Group, const R extends Record<string, Named>>(group: G, rows: R) {
  const complete = ([key, row]: [string, Named]) => [key, { group, input: none, output: none, ...row }]
  return Object.fromEntries(Object.entries(rows).map(complete)) as Completed<G, R>
}

/** The row of a list that is read by pages and has no filters. */
const list = <N extends string, A extends 'user' | 'admin', Item extends z.ZodType>(
  name: N,
  access: A,
  item: Item,
) => ({ name, access, input: cursor, output: z.array(item), answer: 'page' as const })

/**
 * All routes of the API, by API Gateway's route key. The CDK stack, the local gateway, the browser's client and the
 * OpenAPI description are made from this table.
 */
export const api = {
  ...routes('auth', {
    'GET /api/user': { name: 'getUser', access: 'user', output: user },
    'GET /api/auth/challenge': {
      name: 'getChallenge',
      access: 'anyone',
      input: strict(() => ({
        address: address.optional(),
        moveTo: address.optional(),
        purpose: z.enum(signaturePurposes).optional(),
      })),
      output: object(() => ({ message: z.string() })),
      isCounted: true,
    },
    'POST /api/auth/web3': {
      name: 'signInWithEthereum',
      access: 'anyone',
      input: strict(() => ({ walletAddress: address, signature, message: challenge })),
      output: signedInUser,
      session: 'start',
    },
    'POST /api/login': {
      name: 'login',
      access: 'anyone',
      input: strict(() => ({ username: z.string().max(100), password })),
      output: user,
      session: 'start',
    },
    'POST /api/register': {
      name: 'register',
      access: 'anyone',
      input: strict(() => ({
        username: usernameInput,
        password: newPassword,
        email: profileInput.shape.email,
      })),
      output: user,
      session: 'start',
    },
    'POST /api/logout': { name: 'logout', access: 'anyone', session: 'end' },
    'POST /api/wallet': {
      name: 'linkWallet',
      access: 'user',
      input: strict(() => ({
        walletAddress: address,
        signature: signature.optional(),
        message: challenge.optional(),
        oldSignature: signature.optional(),
        oldMessage: challenge.optional(),
        password: password.optional(),
      })),
      output: user,
    },
    'DELETE /api/wallet/move': { name: 'cancelWalletMove', access: 'user', output: user },
    'POST /api/user/password': {
      name: 'setPassword',
      access: 'user',
      input: strict(() => ({
        current: password.optional(),
        password: newPassword,
        signature: signature.optional(),
        message: challenge.optional(),
      })),
    },
    'POST /api/user/email/send': { name: 'sendConfirmation', access: 'user' },
    'POST /api/user/email/confirm': {
      name: 'confirmEmail',
      access: 'user',
      input: strict(() => ({ token: z.string().min(1).max(100) })),
      output: user,
    },
    'POST /api/user/export': {
      name: 'exportAccount',
      access: 'user',
      output: z.record(z.string(), z.unknown()),
      answer: 'download',
    },
    'DELETE /api/user': { name: 'deleteAccount', access: 'user', session: 'end' },
    'GET /api/user/security': { name: 'getSecurity', access: 'user', output: securityOverview },
    'POST /api/user/sessions/end': {
      name: 'endSessions',
      access: 'user',
      input: strict(() => ({ id: z.string().min(1).max(64).optional() })),
    },
  }),
  ...routes('notifications', {
    'POST /api/user/email/notifications': {
      name: 'setEmailNotifications',
      access: 'user',
      input: strict(() => ({ on: z.boolean() })),
      output: user,
    },
    'GET /api/notifications': {
      name: 'listNotifications',
      access: 'user',
      input: strict(() => ({ cursor: ulid.optional() })),
      output: inbox,
    },
    'GET /api/news': { name: 'getNews', access: 'user', output: news },
    'POST /api/notifications/seen': {
      name: 'markNotificationsSeen',
      access: 'user',
      input: strict(() => ({ id: ulid })),
    },
    'GET /api/unsubscribe/{token}': {
      name: 'showUnsubscribe',
      access: 'anyone',
      input: unsubscribe,
      answer: 'redirect',
    },
    'POST /api/unsubscribe/{token}': {
      name: 'unsubscribe',
      access: 'anyone',
      input: unsubscribe,
      body: 'ignored',
    },
  }),
  ...routes('tasks', {
    'GET /api/tasks': {
      name: 'listTasks',
      access: 'anyone',
      input: taskQuery,
      output: z.array(task),
      answer: 'page',
      edgeAge: 5,
    },
    'POST /api/tasks': {
      name: 'createTask',
      access: 'user',
      input: taskInput,
      output: task,
      suspended: 'refused',
    },
    'GET /api/tasks/{id}': {
      name: 'getTask',
      access: 'anyone',
      subject: { task: 'id' },
      input: byId,
      output: task,
    },
    'PATCH /api/tasks/{id}': {
      name: 'changeTaskText',
      access: 'user',
      subject: { task: 'id' },
      input: strict(() => ({ ...taskText.shape, id: ulid, textVersion })),
      output: task,
      suspended: 'refused',
    },
    'GET /t/{id}': {
      name: 'getTaskPage',
      access: 'anyone',
      input: strict(() => ({ id: z.string() })),
      answer: 'document',
      maxAge: 60,
    },
    'GET /feeds/{file}': {
      name: 'getFeed',
      access: 'anyone',
      input: strict(() => ({ file: z.string() })),
      answer: 'document',
      maxAge: 300,
    },
    'GET /sitemap.xml': { name: 'getSitemap', access: 'anyone', answer: 'document', maxAge: 3600 },
    'GET /robots.txt': { name: 'getRobots', access: 'anyone', answer: 'document', maxAge: 3600 },
  }),
  ...routes('submissions', {
    'GET /api/tasks/{id}/user-submission': {
      name: 'getUserSubmission',
      access: 'user',
      subject: { task: 'id' },
      input: byId,
      output: userSubmission,
    },
    'GET /api/user/completed-tasks': { name: 'getCompletedTasks', access: 'user', output: completedTasks },
    'GET /api/dashboard': { name: 'getDashboard', access: 'user', output: dashboard },
    'GET /api/user/summary': { name: 'getSummary', access: 'user', output: summary },
    'GET /api/user/submissions': {
      name: 'listOwnSubmissions',
      access: 'user',
      input: strict(() => ({ ...cursor.shape, status: z.enum(submissionStatuses).optional() })),
      output: z.array(ownSubmission),
      answer: 'page',
    },
    'GET /api/user/tasks': list('listOwnTasks', 'user', ownTask),
    'GET /api/user/files/{name}': {
      name: 'getOwnFile',
      access: 'user',
      input: strict(() => ({ ...cursor.shape, name: z.enum(['earnings', 'spending', 'proofs']) })),
      answer: 'document',
    },
    'GET /api/tasks/{id}/submissions': {
      name: 'listProofs',
      access: 'reader',
      subject: { task: 'id' },
      input: strict(() => ({ ...cursor.shape, id: ulid })),
      output: z.array(namedSubmission),
      answer: 'page',
    },
    'GET /api/reviews': {
      name: 'listReviews',
      access: 'user',
      input: strict(() => ({
        ...cursor.shape,
        status: z.enum([...submissionStatuses, 'all']).default('pending'),
        /** Also for an admin only the submissions to the own tasks. */
        own: z.literal('true').optional(),
        q: z.string().trim().max(text.title).optional(),
      })),
      output: z.array(reviewedSubmission),
      answer: 'page',
    },
    'POST /api/submissions': {
      name: 'createSubmission',
      access: 'user',
      subject: { task: 'taskId' },
      input: submissionInput,
      output: submission,
      suspended: 'refused',
    },
    'POST /api/tasks/{id}/waiting': {
      name: 'waitForPlace',
      access: 'user',
      subject: { task: 'id' },
      input: byId,
      suspended: 'refused',
    },
    'DELETE /api/tasks/{id}/waiting': {
      name: 'leaveWaitingList',
      access: 'user',
      subject: { task: 'id' },
      input: byId,
    },
    'GET /api/submissions/{id}': {
      name: 'getSubmission',
      access: 'reader',
      subject: { submission: 'id' },
      input: byId,
      output: namedSubmission,
    },
    'POST /api/submissions/{id}/appeal': {
      name: 'appeal',
      access: 'submitter',
      subject: { submission: 'id' },
      input: appealInput,
      output: submission,
    },
    'DELETE /api/submissions/{id}/appeal': {
      name: 'waiveAppeal',
      access: 'submitter',
      subject: { submission: 'id' },
      input: byId,
      output: submission,
    },
    'GET /api/admin/appeals': { name: 'listAppeals', access: 'admin', output: adminAppeals },
  }),
  // A function of its own, because only verdicts of people and of the schedule can approve.
  ...routes('verdicts', {
    'PATCH /api/submissions/{id}': {
      name: 'reviewSubmission',
      access: 'reviewer',
      subject: { submission: 'id' },
      input: reviewInput,
      output: submission,
      suspended: 'refused',
    },
    'POST /api/admin/submissions/{id}/appeal': {
      name: 'decideAppeal',
      access: 'arbiter',
      subject: { submission: 'id' },
      input: appealDecision,
      output: submission,
    },
  }),
  ...routes('uploads', {
    'POST /api/submissions/upload': {
      name: 'uploadProof',
      access: 'user',
      input: upload,
      output: object(() => ({ ...presigned.partial().shape, fileUrl: z.string() })),
      multipart: 'file',
      suspended: 'refused',
    },
    'POST /api/user/upload-profile-image': {
      name: 'uploadProfileImage',
      access: 'user',
      input: upload,
      output: object(() => ({ ...presigned.partial().shape, imageUrl: z.string() })),
      multipart: 'image',
    },
    'GET /api/check-file': {
      name: 'checkFile',
      access: 'user',
      input: strict(() => ({ path: z.string().max(1024) })),
      output: object(() => ({ exists: z.boolean() })),
    },
    'GET /api/files/{key+}': {
      name: 'getFile',
      access: 'anyone',
      input: strict(() => ({ key: z.string().max(1024), size: z.literal('preview').optional() })),
      answer: 'redirect',
    },
  }),
  ...routes('users', {
    'GET /api/users/{userId}': {
      name: 'getPublicUser',
      access: 'anyone',
      input: strict(() => ({ userId: ulid })),
      output: publicProfile,
    },
    'GET /api/profiles/{username}': {
      name: 'getProfile',
      access: 'anyone',
      input: strict(() => ({ username: z.string().min(1).max(100) })),
      output: publicProfile,
    },
    'POST /api/user/update-username': {
      name: 'updateUsername',
      access: 'user',
      input: strict(() => ({ username: usernameInput })),
      output: user,
      suspended: 'refused',
    },
    'POST /api/user/update-profile': {
      name: 'updateProfile',
      access: 'user',
      input: profileInput,
      output: user,
    },
    'GET /api/leaderboard': {
      name: 'getLeaderboard',
      access: 'anyone',
      input: strict(() => ({ sort: z.enum(['earnings', 'tasks']).default('earnings'), fresh })),
      output: z.array(leaderboardEntry),
      edgeAge: 5,
    },
  }),
  ...routes('admin', {
    'GET /api/admin/dashboard': {
      name: 'getAdminDashboard',
      access: 'admin',
      output: adminDashboard,
    },
    'GET /api/admin/overview': { name: 'getAdminOverview', access: 'admin', output: adminOverview },
    'GET /api/admin/users': list('listUsers', 'admin', user),
    'GET /api/admin/tasks': list('listAllTasks', 'admin', adminTask),
    'GET /api/health': {
      name: 'getHealth',
      access: 'anyone',
      output: object(() => ({ status: z.literal('ok'), time: timestamp })),
    },
    'GET /api/openapi.json': {
      name: 'getOpenApi',
      access: 'anyone',
      output: z.record(z.string(), z.unknown()),
    },
  }),
  ...routes('payouts', {
    'POST /api/blockchain/release-reward': {
      name: 'releaseReward',
      access: 'reviewer',
      subject: { submissionOf: ['taskId', 'recipientId'] },
      input: strict(() => ({ taskId: ulid, recipientId: ulid })),
      output: releaseAnswer,
      answer: 'progress',
    },
    'POST /api/tasks/{id}/close': {
      name: 'closeTask',
      access: 'creator',
      subject: { task: 'id' },
      input: byId,
      output: refund,
      answer: 'progress',
    },
    'POST /api/admin/payouts/{submissionId}/retry': {
      name: 'retryPayout',
      access: 'admin',
      input: strict(() => ({ submissionId: ulid })),
      output: releaseAnswer,
      answer: 'progress',
      suspended: 'refused',
    },
    'GET /api/admin/money': { name: 'getMoney', access: 'admin', output: money },
    'GET /api/money': { name: 'getPublicMoney', access: 'anyone', output: publicMoney },
    'GET /config.json': { name: 'getConfig', access: 'anyone', output: siteConfig, maxAge: 60 },
  }),
  ...routes('moderation', {
    'POST /api/reports': {
      name: 'report',
      access: 'user',
      subject: { reported: ['kind', 'id'] },
      input: reportInput,
      suspended: 'refused',
    },
    'GET /api/admin/reports': list('listReports', 'admin', reportCase),
    'POST /api/admin/reports/dismiss': {
      name: 'dismissReports',
      access: 'moderator',
      subject: { reported: ['kind', 'id'] },
      input: strict(() => ({ ...moderatedSubject.shape, reason: adminReason })),
      suspended: 'refused',
    },
    'POST /api/admin/tasks/{id}/visibility': {
      name: 'setTaskVisibility',
      access: 'moderator',
      subject: { task: 'id' },
      input: strict(() => ({ id: ulid, hidden: z.boolean(), reason: adminReason })),
      output: task,
      suspended: 'refused',
    },
    'POST /api/admin/users/{userId}/suspension': {
      name: 'setSuspension',
      access: 'moderator',
      subject: { user: 'userId' },
      input: strict(() => ({ userId: ulid, suspended: z.boolean(), reason: adminReason })),
      output: user,
      suspended: 'refused',
    },
    'POST /api/admin/users/{userId}/visibility': {
      name: 'setProfileVisibility',
      access: 'moderator',
      subject: { user: 'userId' },
      input: strict(() => ({ userId: ulid, hidden: z.boolean(), reason: adminReason })),
      output: user,
      suspended: 'refused',
    },
    'GET /api/admin/audit': list('listAudit', 'admin', auditEntry),
  }),
} satisfies Record<string, Row>

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

/** The route keys of API Gateway for a row. It has no HEAD for a GET by itself. */
export const gatewayKeys = (key: RouteKey): string[] =>
  'maxAge' in api[key] ? [key, key.replace('GET', 'HEAD')] : [key]

/** The row's key of such a route key. */
export const rowKey = (gatewayKey: string) => gatewayKey.replace(/^HEAD /, 'GET ') as RouteKey

/**
 * The paths outside `/api/` that the API answers and CloudFront caches for everybody, as CloudFront's patterns: pages and
 * feeds ('document'), and data ('data').
 */
export const cachedPaths = routeKeys
  .filter((key) => !splitRoute(key).path.startsWith('/api/'))
  .map((key) => ({
    pattern: splitRoute(key).path.replace(/\{.*/, '*'),
    kind: 'answer' in api[key] ? ('document' as const) : ('data' as const),
  }))

/** The paths of lists that CloudFront keeps for some seconds. */
export const listPaths = routeKeys.filter((key) => 'edgeAge' in api[key]).map((key) => splitRoute(key).path)

/** Splits a route key: 'GET /api/tasks/{id}' → method 'GET' and path '/api/tasks/{id}'. */
export function splitRoute(key: string): { method: string; path: string } {
  const space = key.indexOf(' ')
  return { method: key.slice(0, space), path: key.slice(space + 1) }
}

import type { RouteKey } from '../domain/api.ts'
import type { Folder } from './files/bucket.ts'
import type { Family, Guarded, IndexName } from './table/keys.ts'

/**
 * The operations of the engines that a route uses; infra/grants.ts makes IAM permissions of them. Operations on the
 * table name a key family (functions/table/keys.ts). `list …` queries an index of the table, or the table itself.
 * 'name …' lets a put or update name a guarded attribute. 'touch SESSIONS' updates only when a session was last used: a function
 * that may do no more cannot make a session.
 * 'mail' sends a mail. 'chain' is a call to the node, whose URL is secret, about the stage's contracts; 'contracts' reads only
 * the addresses of the contracts. 'public key' and 'sign' use the signing key, 'make MAC' and 'verify MAC' the key of approvals.
 */
export type Need =
  | `${'get' | 'get many' | 'put' | 'update' | 'delete' | 'check'} ${Family}`
  | `list ${IndexName | 'table'} ${Family}`
  | `name ${Guarded}`
  | 'touch SESSIONS'
  | `${'read' | 'write' | 'remove'} ${Folder}`
  | 'mail'
  | 'chain'
  | 'contracts'
  | 'public key'
  | 'sign'
  | 'make MAC'
  | 'verify MAC'

/** A row of needs, so that a list does not take a line for each. */
const all = (...row: Need[]) => row

/** What every route needs: to read the caller's session and user. */
export const everyRoute: readonly Need[] = ['get SESSIONS', 'get USER', 'touch SESSIONS']

const signInNeeds: readonly Need[] = [
  'delete SESSIONS',
  'get DEVICES',
  'put DEVICES',
  'put SECURITY',
  'put SESSIONS',
  'update THROTTLE',
]

/** What making a payout names: what `settle` compares with the approval. */
const approvalNames = all(
  ...all('name PAYOUT amount', 'name PAYOUT mac', 'name PAYOUT recipient', 'name PAYOUT slot'),
  ...all('name PROOFS slot', 'name PROOFS status', 'name PROOFS wallet', 'name USER walletAddress'),
)

const verdictNeeds: readonly Need[] = [
  ...approvalNames,
  ...all('check WALLET', 'get PROOFS', 'get SUBMISSION', 'get TASK', 'make MAC', 'put AUDIT', 'put PAYOUT'),
  ...all('update CEILING', 'update PROOFS', 'update SUBMISSION', 'update TASK', 'update TOTALS'),
  'update USER',
]

/** What each route needs in addition. test/api/aws-permissions.test.ts fails if a route uses more or less than this. */
export const needs: Record<RouteKey, readonly Need[]> = {
  'GET /api/user': [],
  'GET /api/auth/challenge': ['put CHALLENGE', 'update THROTTLE'],
  'POST /api/auth/web3': [
    ...signInNeeds,
    'put ADMINNAME',
    'delete CHALLENGE',
    'get WALLET',
    'name USER walletAddress',
    'put USER',
    'put USERNAME',
    'put WALLET',
    'update TOTALS',
    'update USER',
  ],
  'POST /api/login': [...signInNeeds, 'get PASSWORD', 'get USERNAME'],
  'POST /api/register': [
    ...signInNeeds,
    'put ADMINNAME',
    'get USERNAME',
    'name USER walletAddress',
    'put PASSWORD',
    'put USER',
    'put USERNAME',
    'update TOTALS',
  ],
  'POST /api/wallet': [
    ...all('delete CHALLENGE', 'delete WALLET', 'get PASSWORD', 'name USER walletAddress'),
    ...all('put SECURITY', 'put WALLET', 'update THROTTLE', 'update TOTALS', 'update USER'),
  ],
  'DELETE /api/wallet/move': ['name USER walletAddress', 'put SECURITY', 'update USER'],
  'POST /api/user/password': [
    'delete CHALLENGE',
    'get PASSWORD',
    'name USER walletAddress',
    'put PASSWORD',
    'put SECURITY',
    'update THROTTLE',
    'update USER',
  ],
  'POST /api/user/email/send': ['mail', 'put EMAIL', 'update THROTTLE'],
  'POST /api/user/email/confirm': ['delete EMAIL', 'get EMAIL', 'put SECURITY', 'update USER'],
  'POST /api/user/export': [
    ...all('get many PAYOUT', 'list gsi1 CREATOR', 'list gsi1 INBOX', 'list gsi1 REPORTER'),
    ...all('list gsi1 SUBMITTER', 'list table SECURITY', 'list table SESSIONS'),
    ...all('put SECURITY', 'update THROTTLE'),
  ],
  'DELETE /api/user': [
    ...all(
      'delete ADMINNAME',
      'get ADMINNAME',
      'delete DEVICES',
      'delete EMAIL',
      'delete FILE',
      'delete INBOX',
      'delete PASSWORD',
    ),
    ...all('delete SECURITY', 'delete SESSIONS', 'delete WALLET', 'get FILE'),
    ...all('list gsi1 CREATOR', 'list gsi1 SUBMITTER', 'list table DEVICES', 'list table INBOX'),
    ...all('list table SECURITY', 'list table SESSIONS', 'name USER walletAddress', 'put SECURITY'),
    ...all('put USERNAME', 'put WALLET'),
    ...all('remove kept', 'update TOTALS', 'update USER'),
  ],
  'POST /api/user/email/notifications': ['update USER'],
  'GET /api/notifications': ['list gsi1 INBOX'],
  'GET /api/news': ['get LIVE'],
  'POST /api/notifications/seen': ['update USER'],
  'GET /api/unsubscribe/{token}': [],
  'POST /api/unsubscribe/{token}': ['update USER'],
  'POST /api/logout': ['delete SESSIONS'],
  'GET /api/user/security': ['get PASSWORD', 'list table SECURITY', 'list table SESSIONS'],
  'POST /api/user/sessions/end': [
    ...all('delete SESSIONS', 'name USER walletAddress', 'put SECURITY', 'update USER'),
  ],
  'GET /api/tasks': [
    ...all('list byDate CLOSED', 'list byDate OPEN', 'list byDeadline CLOSED', 'list byDeadline OPEN'),
    ...all('list byReward CLOSED', 'list byReward OPEN', 'list byTime CLOSED', 'list byTime OPEN'),
    ...all('get many TASK', 'list table WORD', 'update THROTTLE'),
  ],
  'POST /api/tasks': [
    ...all('chain', 'get ESCROW', 'get TASK', 'name ESCROW taskId', 'name TASK creatorId'),
    ...all('name TASK escrowId', 'put ESCROW', 'put TASK', 'update TOTALS'),
  ],
  'GET /api/tasks/{id}': ['get PROOFS', 'get TASK'],
  'PATCH /api/tasks/{id}': ['check REPORT', 'get TASK', 'update TASK', 'update THROTTLE'],
  'GET /t/{id}': ['get TASK'],
  'GET /feeds/{file}': ['list byDate OPEN'],
  'GET /sitemap.xml': ['list byDate OPEN'],
  'GET /robots.txt': [],
  'GET /api/tasks/{id}/user-submission': ['get PROOFS', 'get TASK', 'get WAITING', 'list gsi2 WAITING'],
  'GET /api/user/completed-tasks': ['list gsi1 SUBMITTER'],
  'GET /api/dashboard': [
    ...all('get many PROOFS', 'get many TASK', 'get many USER', 'list gsi1 CREATOR', 'list gsi1 SUBMITTER'),
    'list gsi2 REVIEW',
  ],
  'GET /api/user/summary': ['get many SCORE'],
  'GET /api/user/submissions': ['get many TASK', 'list gsi1 SUBMITTER'],
  'GET /api/user/tasks': ['list gsi1 CREATOR', 'list table PROOFS'],
  'GET /api/user/files/{name}': [
    ...all('get many PROOFS', 'get many TASK', 'get many USER', 'list gsi1 CREATOR', 'list gsi1 SUBMITTER'),
    ...all('list gsi2 REVIEW', 'list table PROOFS'),
  ],
  'GET /api/tasks/{id}/submissions': ['get TASK', 'get many PROOFS', 'get many USER', 'list table PROOFS'],
  'GET /api/reviews': [
    ...all('get many PROOFS', 'get many TASK', 'get many USER', 'list gsi1 VERDICTS', 'list gsi2 REVIEW'),
    'list gsi3 SUBMISSIONS',
  ],
  'POST /api/submissions': [
    ...all('get FILE', 'get PROOFS', 'get TASK', 'name PROOFS reviewBy', 'name PROOFS status'),
    ...all('name PROOFS userId', 'put FILE', 'put PROOFS', 'put SUBMISSION', 'read incoming'),
    ...all('remove kept', 'update PROOFS', 'update TASK', 'update THROTTLE', 'update TOTALS', 'update USER'),
    ...all('write incoming', 'write kept', 'get WAITING', 'delete WAITING'),
  ],
  'POST /api/tasks/{id}/waiting': [
    ...all('check PROOFS', 'get PROOFS', 'get TASK', 'get WAITING', 'update TASK', 'update THROTTLE'),
    ...all('update USER', 'update WAITING'),
  ],
  'DELETE /api/tasks/{id}/waiting': [
    ...all('get TASK', 'get WAITING', 'update TASK', 'update USER', 'update WAITING'),
  ],
  'GET /api/submissions/{id}': [
    ...all('get PROOFS', 'get SUBMISSION', 'get TASK', 'get many PROOFS', 'get many USER'),
  ],
  'PATCH /api/submissions/{id}': [...verdictNeeds, 'name PROOFS reviewBy'],
  'POST /api/submissions/{id}/appeal': [
    ...all('get FILE', 'get PROOFS', 'get SUBMISSION', 'get TASK', 'name PROOFS status', 'put FILE'),
    ...all('read incoming', 'remove kept', 'update PROOFS'),
    ...all('update SUBMISSION', 'update TASK', 'update THROTTLE', 'update USER', 'write incoming'),
    'write kept',
  ],
  'DELETE /api/submissions/{id}/appeal': [
    ...all('get PROOFS', 'get SUBMISSION', 'get TASK', 'update PROOFS', 'update SUBMISSION', 'update TASK'),
    'update USER',
  ],
  'POST /api/admin/submissions/{id}/appeal': verdictNeeds,
  'GET /api/admin/appeals': ['get many PROOFS', 'get many TASK', 'get many USER', 'list gsi1 VERDICTS'],
  'POST /api/submissions/upload': ['read incoming', 'update THROTTLE', 'write incoming'],
  'POST /api/user/upload-profile-image': ['read incoming', 'update THROTTLE', 'write incoming'],
  'GET /api/check-file': ['get FILE', 'read incoming', 'read kept'],
  'GET /api/files/{key+}': ['get FILE', 'read incoming', 'read kept', 'update THROTTLE', 'write incoming'],
  'GET /api/users/{userId}': ['get many SCORE'],
  'GET /api/profiles/{username}': ['get USERNAME', 'get many SCORE'],
  'POST /api/user/update-username': [
    'delete ADMINNAME',
    'get ADMINNAME',
    'put ADMINNAME',
    'put USERNAME',
    'update THROTTLE',
    'update USER',
  ],
  'POST /api/user/update-profile': [
    ...all('delete FILE', 'get FILE', 'put FILE', 'put SECURITY', 'read incoming', 'remove kept'),
    ...all('update THROTTLE', 'update USER', 'write incoming', 'write kept'),
  ],
  'GET /api/leaderboard': ['list boardByEarned BOARD', 'list boardByTasks BOARD'],
  'GET /api/admin/dashboard': [
    ...all('get many PROOFS', 'get many TASK', 'get many USER', 'list gsi3 SUBMISSIONS', 'list gsi3 TASKS'),
    ...all('list gsi3 USERS', 'get many TOTALS'),
  ],
  'GET /api/admin/overview': [
    ...all('get many PROOFS', 'get many TASK', 'get many USER', 'list gsi3 SUBMISSIONS', 'get many TOTALS'),
  ],
  'GET /api/admin/users': ['get many USER', 'list gsi3 USERS'],
  'GET /api/admin/tasks': ['get many TASK', 'get many USER', 'list gsi3 TASKS'],
  'GET /api/health': [],
  'GET /api/openapi.json': [],
  'POST /api/blockchain/release-reward': ['get PAYOUT', 'get PROOFS', 'get TASK'],
  'POST /api/tasks/{id}/close': ['get PROOFS', 'get TASK', 'put AUDIT', 'update TASK'],
  'POST /api/admin/payouts/{submissionId}/retry': ['get PAYOUT', 'put AUDIT', 'update PAYOUT'],
  'GET /api/admin/money': [
    ...all('chain', 'get many TASK', 'get many USER', 'list gsi1 PAYOUTS', 'public key'),
  ],
  'GET /api/money': [
    ...all('chain', 'get RECONCILED', 'get many TASK', 'list gsi1 PAYOUTS', 'list gsi2 REFUNDS'),
    ...all('get many TOTALS', 'public key'),
  ],
  'GET /config.json': ['contracts'],
  'POST /api/reports': [
    ...all('get PROOFS', 'get SUBMISSION', 'get TASK', 'list gsi1 CREATOR', 'put REPORT', 'update REPORT'),
    'update THROTTLE',
  ],
  'GET /api/admin/reports': ['get many TASK', 'get many USER', 'list gsi1 CASES', 'list table REPORT'],
  'POST /api/admin/reports/dismiss': [
    ...all('get PROOFS', 'get SUBMISSION', 'get TASK', 'put AUDIT', 'update REPORT'),
  ],
  'POST /api/admin/tasks/{id}/visibility': ['get PROOFS', 'get TASK', 'put AUDIT', 'update TASK'],
  'POST /api/admin/users/{userId}/suspension': ['list gsi1 SUBMITTER', 'put AUDIT', 'update USER'],
  'POST /api/admin/users/{userId}/visibility': ['put AUDIT', 'update USER'],
  'GET /api/admin/audit': ['get many TASK', 'get many USER', 'list table AUDIT'],
}

/** What each background function needs. */
export const backgroundNeeds = {
  /** What a run of `schedule` needs. It cannot sign. */
  schedule: [
    ...approvalNames,
    ...all('name PROOFS reviewBy', 'chain', 'check TASK', 'check USER', 'check WALLET', 'delete WALLET'),
    ...all('get PROOFS', 'get TASK', 'get USER', 'get many INBOX', 'get many PROOFS', 'get many REPORT'),
    ...all('get many TASK', 'get many USER', 'list byDeadline OPEN'),
    ...all('list gsi1 FUNDING', 'list gsi1 PAYOUTS', 'list gsi1 VERDICTS', 'list gsi1 WALLETMOVES'),
    ...all('list gsi2 REFUNDABLE', 'list gsi2 REFUNDS', 'list table SPENT', 'make MAC', 'public key'),
    ...all('put INBOX', 'put PAYOUT', 'put SECURITY', 'put WALLET', 'update ESCROW', 'update PROOFS'),
    ...all('update SUBMISSION', 'update TASK', 'update TOTALS', 'update USER'),
    ...all('get WAITING', 'list gsi1 WAITING', 'list gsi2 WAITING', 'update WAITING'),
  ],
  /** What a run of `settle` needs: it creates no payout, moves no wallet and changes no user. */
  settle: [
    ...all('chain', 'check SIGNER', 'delete SIGNER', 'get PROOFS', 'get SIGNER', 'get TASK'),
    ...all('get many ESCROW', 'get many PAYOUT', 'get many PROOFS', 'get many SPENT', 'get many TASK'),
    ...all('list gsi1 PAYOUTS', 'list gsi2 PAYOUTS', 'list gsi2 REFUNDS', 'list table SPENT', 'public key'),
    ...all('put SIGNER', 'sign', 'update PAYOUT', 'update PROOFS', 'update SIGNER', 'update SPENT'),
    ...all('update TASK', 'verify MAC'),
  ],
  /** What the consumer of the table's stream needs beside the stream, starting `settle`, queueing mail and messages to pages (infra/). */
  events: [
    ...all('check USER', 'get INBOX', 'get TASK', 'get USER', 'put INBOX', 'put SCORE'),
    ...all('delete LIVE', 'delete WORD', 'get SESSIONS', 'list table LIVE', 'put WORD'),
    ...all('list gsi2 WAITING', 'update LIVE', 'update SCORE', 'update WAITING'),
  ],
  /** What accepting a page's connection needs. */
  live: [...everyRoute, ...all('delete LIVE', 'list table LIVE', 'put LIVE', 'update THROTTLE')],
  /** What the consumer of the queue of mails needs beside the queue (infra/mail-queue.ts). */
  mail: ['get USER', 'mail', 'update THROTTLE'],
  /** What a run of `canary` needs: it calls the public site. */
  canary: ['contracts'],
  /** What a run of `watch` needs: it reconciles some tasks. */
  watch: [
    ...all('chain', 'contracts', 'get PAYOUT', 'get RECONCILED', 'get SIGNER', 'get TASK'),
    ...all('list gsi3 TASKS', 'list table PROOFS', 'public key', 'put RECONCILED'),
  ],
} satisfies Record<string, readonly Need[]>

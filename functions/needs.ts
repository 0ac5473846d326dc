import type { RouteKey } from '../domain/api.ts'
import type { Folder } from './files.ts'
import type { IndexName } from './table/keys.ts'

/**
 * What a route uses of the engines; infra/grants.ts turns it into IAM permissions. `list …` queries an index of the table,
 * or the table itself. 'chain' is the node with its secret URL; 'public key' and 'sign' are of the signing key.
 */
export type Need =
  | 'get'
  | 'get many'
  | 'put'
  | 'update'
  | 'delete'
  | 'check'
  | `list ${IndexName | 'table'}`
  | `${'read' | 'write' | 'remove'} ${Folder}`
  | 'chain'
  | 'public key'
  | 'sign'

/** To pay, or to give back, whatever is due: the lease, the transaction in flight, the outboxes. */
const settling = [
  'get',
  'get many',
  'put',
  'update',
  'delete',
  'check',
  'list gsi1',
  'list gsi2',
  'chain',
  'public key',
  'sign',
] as const satisfies Need[]

/** What every route needs: to read the caller's session and user. */
export const everyRoute: readonly Need[] = ['get']

/**
 * What each route needs beside that. test/api/aws-permissions.test.ts listens to what is really asked, and fails when it is more or less.
 */
export const needs: Record<RouteKey, readonly Need[]> = {
  'GET /api/user': [],
  'GET /api/auth/challenge': ['put'],
  'POST /api/auth/web3': ['put', 'update', 'delete'],
  'POST /api/login': ['put', 'update'],
  'POST /api/register': ['put', 'update'],
  'POST /api/logout': ['delete'],
  'POST /api/wallet': ['put', 'update', 'delete'],
  'GET /api/tasks': ['list byDate', 'list byReward', 'list byTime', 'list byDeadline'],
  'POST /api/tasks': ['put', 'update', 'chain'],
  'GET /api/tasks/{id}': [],
  'GET /api/tasks/{id}/user-submission': [],
  'GET /api/user/completed-tasks': ['list gsi1'],
  'GET /api/dashboard': ['get many', 'list gsi1', 'list gsi2'],
  'POST /api/submissions': ['put', 'update', 'read incoming', 'write kept', 'remove kept'],
  'GET /api/submissions/{id}': ['get many'],
  'PATCH /api/submissions/{id}': ['put', 'update'],
  'POST /api/submissions/upload': ['write incoming'],
  'POST /api/user/upload-profile-image': ['write incoming'],
  'GET /api/check-file': ['read incoming', 'read kept'],
  'GET /api/files/{key+}': ['read incoming', 'read kept'],
  'GET /api/users/{userId}': [],
  'POST /api/user/update-username': ['put', 'update', 'delete'],
  'POST /api/user/update-profile': ['put', 'update', 'delete', 'read incoming', 'write kept', 'remove kept'],
  'GET /api/leaderboard': ['list boardByEarned', 'list boardByTasks'],
  'GET /api/admin/dashboard': ['get many', 'list gsi3', 'list table'],
  'GET /api/health': [],
  'GET /api/openapi.json': [],
  'POST /api/blockchain/release-reward': settling,
  'POST /api/tasks/{id}/close': settling,
  'POST /api/admin/payouts/{submissionId}/retry': settling,
  'GET /api/admin/money': ['list gsi1', 'list gsi2', 'chain', 'public key'],
}

/** What the schedule needs: it also closes the lists of expired tasks. */
export const settleNeeds: readonly Need[] = [...settling, 'list byDeadline']

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Totals } from '../../functions/table/totals.ts'
import type { RunningStack } from './in-process-stack.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string }

/** Every item of a stack's table: what only a test may read. */
export async function allItems({ env }: RunningStack): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: env.DYNAMODB_ENDPOINT ?? '' }))
  const items: Item[] = []
  for await (const page of paginateScan({ client }, { TableName: env.TABLE_NAME, ConsistentRead: true })) {
    items.push(...((page.Items ?? []) as Item[]))
  }
  client.destroy()
  return items
}

const sum = (values: unknown[]) => values.reduce((total: number, value) => total + Number(value), 0)

/** The table's items by kind, and what they say together: counted anew, from nothing that is kept as a count. */
export function recomputeFromItems(items: Item[]) {
  const of = (sk: RegExp) => items.filter((item) => sk.test(item.sk))
  const guards = (kind: string) =>
    Object.fromEntries(
      items
        .filter(({ pk, sk }) => sk === 'GUARD' && pk.startsWith(kind))
        .map(({ pk, userId, taskId }) => [pk.slice(kind.length), userId ?? taskId]),
    )
  const [users, tasks, submissions, payouts, pointers] = [
    of(/^USER$/),
    of(/^TASK$/),
    of(/^SUBMISSION#/),
    of(/^PAYOUT$/),
    of(/^POINTER$/),
  ]
  const rewardOf = new Map(tasks.map(({ id, reward }) => [id, Number(reward)]))
  const count = (wanted: string, all = submissions) => all.filter(({ status }) => status === wanted)
  const earned = (all: Item[]) => sum(all.map(({ taskId }) => rewardOf.get(taskId)))
  const totals: Totals = {
    users: users.length,
    connectedWallets: users.filter(({ walletAddress }) => walletAddress).length,
    tasks: tasks.length,
    submissions: submissions.length,
    pending: count('pending').length,
    approved: count('approved').length,
    rejected: count('rejected').length,
    paidOut: earned(count('approved')),
    totalRewards: sum(tasks.map(({ reward }) => reward)),
  }
  const ofTask = (id: unknown) => submissions.filter(({ taskId }) => taskId === id)
  const ofUser = (id: unknown) => count('approved').filter(({ userId }) => userId === id)
  return {
    users,
    tasks,
    submissions,
    payouts,
    pointers,
    guards,
    rewardOf,
    count,
    earned,
    totals,
    ofTask,
    ofUser,
  }
}

/**
 * What in the table contradicts something else in it: totals, counters, guards, pointers, payouts and the leaderboard
 * against the items that they speak of. Empty when all is well.
 */
export function findInconsistencies(items: Item[]): string[] {
  const is = recomputeFromItems(items)
  const found: string[] = []
  const same = (what: string, kept: unknown, counted: unknown) => {
    const [a, b] = [kept, counted].map((value) => JSON.stringify(value, sorted))
    if (a !== b) found.push(`${what}: kept ${a}, counted ${b}`)
  }
  const shards = items.filter(({ pk }) => pk === 'TOTALS')
  for (const [name, counted] of Object.entries(is.totals)) {
    same(`total of ${name}`, sum(shards.map((shard) => shard[name] ?? 0)), counted)
  }
  for (const { id, completions, pending, maxCompletions, isActive, listed } of is.tasks) {
    const own = is.ofTask(id)
    const approved = is.count('approved', own).length
    same(`completions of task ${id}`, completions, approved)
    same(`pending of task ${id}`, pending, is.count('pending', own).length)
    if (approved > Number(maxCompletions)) found.push(`task ${id} has ${approved} of ${maxCompletions}`)
    if (isActive) same(`listing of task ${id}`, listed, approved === maxCompletions ? 'CLOSED' : 'OPEN')
    const slots = is.payouts.filter(({ taskId }) => taskId === id).map(({ slot }) => Number(slot))
    same(
      `slots of task ${id}`,
      slots.sort((a, b) => a - b),
      [...Array(approved).keys()],
    )
  }
  for (const { id, completedTasks, totalEarned, board } of is.users) {
    const own = is.ofUser(id)
    same(`completed tasks of user ${id}`, completedTasks, own.length)
    same(`earnings of user ${id}`, totalEarned, is.earned(own))
    same(`place of user ${id} on the board`, board ?? null, own.length > 0 ? 'BOARD' : null)
  }
  const entries = (all: Item[], key: string, value: string) =>
    Object.fromEntries(
      all.filter((one) => one[key]).map((one) => [String(one[key]).toLowerCase(), one[value]]),
    )
  same('names', is.guards('USERNAME#'), entries(is.users, 'username', 'id'))
  same('wallets', is.guards('WALLET#'), entries(is.users, 'walletAddress', 'id'))
  same('escrows', is.guards('ESCROW#'), entries(is.tasks, 'escrowId', 'id'))
  const place = ({ taskId, userId }: Item) => `${taskId} ${userId}`
  const byId = (all: Item[], id: (item: Item) => unknown) =>
    Object.fromEntries(all.map((item) => [id(item), place(item)]))
  same(
    'pointers',
    byId(is.pointers, ({ pk }) => pk.replace('SUBMISSION#', '')),
    byId(is.submissions, ({ id }) => id),
  )
  same(
    'payouts',
    Object.fromEntries(is.payouts.map((one) => [one.submissionId, [place(one), one.amount]])),
    Object.fromEntries(
      is.count('approved').map((one) => [one.id, [place(one), is.rewardOf.get(one.taskId)]]),
    ),
  )
  return found
}

const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

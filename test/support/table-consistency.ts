import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { categories } from '../../domain/task-enums.ts'
import { nameSkeleton } from '../../domain/username.ts'
import { partitions, waitingPrefix } from '../../functions/table/keys.ts'
import { isIn } from '../../functions/table/shards.ts'
import { categoryName, type Totals } from '../../functions/table/totals.ts'
import type { RunningStack } from './in-process-stack.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string }

/** All items of a stack's table. Only tests may scan. */
export async function allItems({ env }: Pick<RunningStack, 'env'>): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: env.DYNAMODB_ENDPOINT ?? '' }))
  const items: Item[] = []
  for await (const page of paginateScan({ client }, { TableName: env.TABLE_NAME, ConsistentRead: true })) {
    items.push(...((page.Items ?? []) as Item[]))
  }
  client.destroy()
  return items
}

const sum = (values: unknown[]) => values.reduce((total: number, value) => total + Number(value), 0)

/** The table's items by kind, and totals computed from these items, without the stored counters. */
export function recomputeFromItems(items: Item[]) {
  const of = (sk: RegExp) => items.filter((item) => sk.test(item.sk))
  const guards = (kind: string) =>
    Object.fromEntries(
      items
        .filter(({ pk, sk, ttl }) => sk === 'GUARD' && pk.startsWith(kind) && !ttl) // a name that was given up has a ttl
        .map(({ pk, userId, taskId }) => [pk.slice(kind.length), userId ?? taskId]),
    )
  const [users, tasks, submissions, payouts, pointers, entries] = [
    of(/^USER$/),
    of(/^TASK$/),
    of(/^SUBMISSION#/),
    of(/^PAYOUT$/),
    of(/^POINTER$/),
    items.filter(({ gsi1pk, pk }) => gsi1pk && pk.startsWith(waitingPrefix)),
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
    ...Object.fromEntries(
      categories.map((name) => [
        categoryName(name),
        tasks.filter(({ category }) => category === name).length,
      ]),
    ),
  }
  const ofTask = (id: unknown) => submissions.filter(({ taskId }) => taskId === id)
  const ofUser = (id: unknown) => count('approved').filter(({ userId }) => userId === id)
  return {
    users,
    tasks,
    submissions,
    payouts,
    pointers,
    entries,
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
 * Compares totals, counters, uniqueness guards, pointers, payouts and leaderboard entries with the items that they
 * summarize, and returns a sentence for each difference.
 */
export function findInconsistencies(items: Item[]): string[] {
  const computed = recomputeFromItems(items)
  const found: string[] = []
  const same = (what: string, kept: unknown, counted: unknown) => {
    const [a, b] = [kept, counted].map((value) => JSON.stringify(value, sortKeys))
    if (a !== b) found.push(`${what}: kept ${a}, counted ${b}`)
  }
  const shards = items.filter(({ sk }) => sk === 'TOTALS')
  for (const [name, counted] of Object.entries(computed.totals)) {
    same(`total of ${name}`, sum(shards.map((shard) => shard[name] ?? 0)), counted)
  }
  const queues = new Map(
    computed.pointers.map(({ gsi1pk, pk }) => [
      pk.replace('SUBMISSION#', ''),
      gsi1pk === undefined ? undefined : String(gsi1pk).replace(/#\d$/, ''),
    ]),
  )
  for (const task of computed.tasks) {
    const { id, completions, taken, undecided, maxCompletions, isActive, listed } = task
    const own = computed.ofTask(id)
    const approved = computed.count('approved', own).length
    same(`completions of task ${id}`, completions, approved)
    const pending = computed.count('pending', own).length
    const appeals = own.filter(({ appeal }) => appealOf(appeal)?.status === 'open')
    const appealable = own.filter((one) => queues.get(String(one.id)) === 'VERDICTS#appealable')
    same(`submissions of task ${id}`, task.submissions, own.length)
    same(`pending submissions of task ${id}`, task.pending, pending)
    const waiting = computed.entries.filter(({ taskId }) => taskId === id)
    const offered = waiting.filter(({ offeredUntil }) => offeredUntil)
    same(`places of task ${id}`, taken, approved + Number(undecided) + offered.length)
    same(`waiting doers of task ${id}`, task.waiting ?? 0, waiting.length - offered.length)
    same(`undecided of task ${id}`, undecided, pending + appeals.length + appealable.length)
    if (Number(taken) > Number(maxCompletions))
      found.push(`task ${id} has ${taken} of ${maxCompletions} taken`)
    const firstPart = Number((task.firstPart as { cents: number } | null)?.cents ?? 0)
    const isLeft = Number(task.reward) * (Number(maxCompletions) - approved) > firstPart
    const mayRefund = task.closedAt && undecided === 0 && isLeft
    if (mayRefund && task.refunded === undefined) found.push(`task ${id} is decided, but its refund waits`)
    if (approved > Number(maxCompletions)) found.push(`task ${id} has ${approved} of ${maxCompletions}`)
    if (isActive) same(`listing of task ${id}`, isIn(partitions.open, listed), approved !== maxCompletions)
    const slots = computed.payouts.filter(({ taskId }) => taskId === id).map(({ slot }) => Number(slot))
    same(
      `slots of task ${id}`,
      slots.sort((a, b) => a - b),
      [...Array(approved).keys()],
    )
  }
  for (const { id, appeal, appealUntil, reviewBy, status } of computed.submissions) {
    const allowed: Record<string, unknown[]> = {
      pending: reviewBy ? ['VERDICTS#due', 'VERDICTS#waiting'] : [undefined],
      approved: [undefined],
      rejected:
        appealOf(appeal)?.status === 'open'
          ? ['VERDICTS#appeals']
          : [undefined, ...(appealUntil && !appeal ? ['VERDICTS#appealable'] : [])],
    }
    const queue = queues.get(String(id))
    if (!allowed[String(status)]?.includes(queue)) found.push(`submission ${id}: ${status} in ${queue}`)
  }
  for (const user of computed.users) {
    const { id, completedTasks, deletedAt, totalEarned, board, pendingSubmissions } = user
    const counted = computed.submissions.filter(
      ({ reviewBy, status, userId }) => userId === id && status === 'pending' && reviewBy,
    )
    same(`pending submissions of user ${id}`, pendingSubmissions ?? 0, counted.length)
    const undecided = computed.submissions.filter(
      ({ id: one, status, userId }) =>
        userId === id && (status === 'pending' || /#appeal/.test(queues.get(String(one)) ?? '')),
    )
    const waits = computed.entries.filter(({ userId }) => userId === id).length
    same(`undecided submissions of user ${id}`, user.undecided ?? 0, undecided.length + waits)
    same(`pending rewards of user ${id}`, user.pendingReward ?? 0, computed.earned(counted))
    const submitted = computed.submissions.filter(({ userId }) => userId === id)
    same(`submissions of user ${id}`, user.submissions ?? 0, submitted.length)
    const own = computed.ofUser(id)
    same(`completed tasks of user ${id}`, completedTasks, own.length)
    same(`earnings of user ${id}`, totalEarned, computed.earned(own))
    const isRanked = own.length > 0 && !deletedAt
    same(`place of user ${id} on the board`, isIn(partitions.board, board), isRanked)
  }
  const entries = (all: Item[], key: string, value: string) =>
    Object.fromEntries(
      all.filter((one) => one[key]).map((one) => [String(one[key]).toLowerCase(), one[value]]),
    )
  const present = computed.users.filter(({ deletedAt }) => !deletedAt)
  same('names', computed.guards('USERNAME#'), entries(present, 'username', 'id'))
  same('wallets', computed.guards('WALLET#'), entries(present, 'walletAddress', 'id'))
  same(
    'looks of names',
    computed.guards('ADMINNAME#'),
    Object.fromEntries(present.map(({ id, username }) => [nameSkeleton(String(username)), id])),
  )
  same('escrows', computed.guards('ESCROW#'), entries(computed.tasks, 'escrowId', 'id'))
  const place = ({ taskId, userId }: Item) => `${taskId} ${userId}`
  const byId = (all: Item[], id: (item: Item) => unknown) =>
    Object.fromEntries(all.map((item) => [id(item), place(item)]))
  same(
    'pointers',
    byId(computed.pointers, ({ pk }) => pk.replace('SUBMISSION#', '')),
    byId(computed.submissions, ({ id }) => id),
  )
  same(
    'payouts',
    Object.fromEntries(computed.payouts.map((one) => [one.submissionId, [place(one), one.amount]])),
    Object.fromEntries(
      computed.count('approved').map((one) => [one.id, [place(one), computed.rewardOf.get(one.taskId)]]),
    ),
  )
  return found
}

const appealOf = (appeal: unknown) => appeal as { status: string } | null | undefined

/** Orders the attributes of each map, also of nested ones. */
export const sortKeys = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

import { escrow as limits } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import { type Key, keys } from '../../functions/table/keys.ts'
import { queues } from '../../functions/table/queue.ts'
import type { Item } from '../../functions/table/table.ts'
import type { StoredTask } from '../../functions/table/tasks.ts'
import type { Escrow, State } from './contract-model.ts'
import { SimulatedTable } from './dynamodb.ts'
import { Faults } from './faults.ts'
import type { Product } from './load-product.ts'
import { type Random, seeded } from './random.ts'
import { Scheduler } from './scheduler.ts'

/** The time at which histories start: 30 minutes before midnight (UTC), when the contract resets its daily limit. */
export const start = Date.UTC(2026, 10, 21, 23, 30)
export const maxTasks = 3
export const maxDoers = 6

const idOf = (kind: string, number: number) => `0${kind}${String(number).padStart(24, '0')}`
export const walletOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const created = new Date(start - 86_400_000).toISOString()
export const taskId = (task: number) => idOf('T', task)
export const doerId = (doer: number) => idOf('D', doer)
/** Tasks 0 and 2 have the same creator. */
const creatorOf = (task: number) => task % 2
export const creatorId = (task: number) => idOf('C', creatorOf(task))
const funderOf = (task: number) => walletOf(98 + creatorOf(task))
const submissionId = (task: number, doer: number) => idOf('S', task * maxDoers + doer)
const escrowId = (task: number) => `0xe${String(task).padStart(63, '0')}`

/** Of a market. */
export const admins = [4, 5].map(doerId)

const person = (id: string, wallet: string): User => ({
  id,
  username: `user_${id[1]}${id.slice(-4)}`,
  email: null,
  walletAddress: wallet,
  bio: null,
  isAdmin: false,
  profileImage: null,
  createdAt: created,
  updatedAt: created,
})

const taskOf = (task: number): StoredTask => ({
  id: taskId(task),
  title: 'A task',
  description: 'Do it',
  requirements: 'A proof',
  category: 'Content',
  creatorId: creatorId(task),
  reward: 10,
  maxCompletions: maxDoers,
  completions: 0,
  taken: 0,
  undecided: 0,
  submissions: 0,
  pending: 0,
  reviewDays: 7,
  estimatedTime: 30,
  deadline: new Date(start + 86_400_000).toISOString(),
  submissionType: 'text',
  isActive: true,
  contractAddress: null,
  createdAt: created,
  escrowId: escrowId(task),
  funder: funderOf(task),
  salt: `0x${String(task).padStart(64, '0')}`,
  refundableAt: start / 1000 + 30 * 86_400,
})

const submissionOf = (task: number, doer: number) => ({
  id: submissionId(task, doer),
  taskId: taskId(task),
  userId: doerId(doer),
  creatorId: creatorId(task),
  reward: 10,
  proofLink: null,
  proofText: 'Done',
  proofFileUrl: null,
  notes: null,
  status: 'pending' as const,
  reviewedBy: null,
  reviewNotes: null,
  reviewedAt: null,
  transactionHash: null,
  createdAt: created,
  updatedAt: created,
  reviewBy: created,
  appealUntil: null,
  waitsFor: null,
  sameProof: 0,
  appeal: null,
  proofHashes: [],
})

/** Builds the items of all users, tasks and submissions that a history may use. The product's own code writes them. */
export async function buildInitialItems({
  submissions,
  table,
  tasks,
  users,
}: Product): Promise<Map<string, Item>> {
  const random = seeded(0)
  const scheduler = new Scheduler(random, start, false)
  const faults = new Faults(random)
  faults.stop()
  const simulated = new SimulatedTable(new Map(), scheduler, faults)
  const actor = { name: 'setup', skew: 0, ended: false, pending: 0 }
  const builtTable = table.tableOver(simulated.clientOf(actor), 'simulated-table', (ms) =>
    scheduler.sleep(actor, ms),
  )
  const build = async () => {
    for (const task of [0, 1]) await users.create(builtTable, person(creatorId(task), funderOf(task)))
    for (let doer = 0; doer < maxDoers; doer++)
      await users.create(builtTable, person(doerId(doer), walletOf(doer + 1)))
    for (let task = 0; task < maxTasks; task++) {
      await tasks.create(builtTable, taskOf(task))
      for (let doer = 0; doer < maxDoers; doer++)
        await submissions.create(builtTable, submissionOf(task, doer), taskOf(task))
    }
  }
  const built = build().finally(() => {
    actor.ended = true
  })
  await scheduler.run(Number.MAX_SAFE_INTEGER, () => actor.ended)
  await built
  return simulated.items
}

/** A submission of a history, with the escrow and the reward (CENTS) of its task. */
export interface SimulatedSubmission {
  id: string
  taskId: string
  userId: string
  escrowId: string
  reward: number
}

/**
 * Chooses the initial items of one history: one to three tasks of one or two creators and up to six submissions, all
 * pending. In some histories the escrows are refundable as soon as approvals have ended. A market has three tasks without
 * submissions, and all doers.
 */
export function chooseInitialState(initialItems: Map<string, Item>, random: Random, isMarket: boolean) {
  const isRefundableSoon = !isMarket && random.chance(0.3)
  const days = isMarket ? 22 : 30
  const refundableAt = start / 1000 + (isRefundableSoon ? limits.approvalMargin + 3600 : days * 86_400)
  const items = new Map<string, Item>()
  const take = (key: Key, changes: Item = {}) => {
    const name = `${key.pk}\n${key.sk}`
    const item = initialItems.get(name)
    if (!item) throw new Error(`There is no initial item ${name}`)
    items.set(name, { ...item, ...changes })
  }
  const submissions: SimulatedSubmission[] = []
  const escrows = new Map<string, Escrow>()
  const tasks = isMarket ? maxTasks : random.between(1, maxTasks)
  const wanted = isMarket ? 0 : random.between(1, maxDoers)
  const none = { submissions: 0, pending: 0, undecided: 0, pendingSubmissions: 0, pendingReward: 0 }
  const pairs: [number, number][] = []
  for (let count = 0; count < wanted; count++) {
    const pair: [number, number] = [random.between(0, tasks - 1), count]
    pairs.push(random.chance(0.3) ? [pair[0], random.between(0, count)] : pair)
  }
  const chosen = new Map(pairs.map((pair) => [pair.join(), pair]))
  for (let task = 0; task < tasks; task++) {
    const doers = [...chosen.values()].filter(([of]) => of === task).map(([, doer]) => doer)
    const slots = isMarket ? random.between(1, 3) : Math.max(1, doers.length + random.pick([-1, 0, 0, 1]))
    const reward = random.pick(isMarket ? [10, 60, 120] : [1, 5, 10, 40])
    take(keys.task(taskId(task)), {
      ...(isMarket && none),
      reward,
      maxCompletions: slots,
      taken: doers.length,
      undecided: doers.length,
      refundableAt,
    })
    take(
      keys.escrow(escrowId(task)),
      queues.refundable.position(new Date(refundableAt * 1000).toISOString(), escrowId(task)),
    )
    take(keys.user(creatorId(task)))
    escrows.set(escrowId(task), {
      reward,
      slots,
      paid: 0,
      owed: 0,
      closed: false,
      refundableAt: refundableAt * 1000,
    })
    for (const doer of doers) {
      const id = submissionId(task, doer)
      take(keys.user(doerId(doer)))
      take(keys.wallet(walletOf(doer + 1)))
      // Some automatic approvals are due before any review.
      const reviewBy = new Date(start + random.between(0, 4) * 60_000).toISOString()
      take(keys.submission(taskId(task), doerId(doer)), { reviewBy })
      take(keys.submissionPointer(id), { reviewBy, gsi1sk: `${reviewBy}#${id}` })
      submissions.push({ id, taskId: taskId(task), userId: doerId(doer), escrowId: escrowId(task), reward })
    }
  }
  if (isMarket)
    for (let doer = 0; doer < maxDoers; doer++) {
      const isAdmin = admins.includes(doerId(doer))
      take(keys.user(doerId(doer)), { ...none, isAdmin, ...(random.chance(0.4) && { trusted: true }) })
      take(keys.wallet(walletOf(doer + 1)))
    }
  const totals = keys.totals(0)
  items.set(`${totals.pk}\n${totals.sk}`, {
    ...totals,
    submissions: submissions.length,
    pending: submissions.length,
  })
  const state: State = {
    escrows,
    nonces: {},
    transfers: [],
    closes: [],
    shrinks: [],
    day: 0,
    releasedToday: 0,
  }
  return { items, submissions, state, isRefundableSoon, refundableAt: refundableAt * 1000 }
}

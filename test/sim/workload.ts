import type { User } from '../../domain/user.ts'
import { keys } from '../../functions/table/keys.ts'
import { callUseCase } from '../support/call-use-case.ts'
import type { SimulatedChain } from './chain.ts'
import { firstSigner, secondSigner } from './chain-client.ts'
import { contractAddress, type Rules } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import { type SimulatedSubmission, walletOf } from './initial-state.ts'
import type { Product } from './load-product.ts'
import type { Processes } from './processes.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** All parts of one history. */
export interface Simulation {
  product: Product
  random: Random
  scheduler: Scheduler
  table: SimulatedTable
  chain: SimulatedChain
  rules: Rules
  processes: Processes
  submissions: SimulatedSubmission[]
  /** Wallets that the contract or the token refused at some time. */
  everRefused: Set<string>
}

export const minute = 60_000

/** Verdicts on one submission: usually one approval, sometimes two concurrent verdicts, sometimes none. */
const possibleVerdicts: ('approved' | 'rejected')[][] = [
  ...Array(7).fill(['approved']),
  ['approved', 'approved'],
  ['approved', 'rejected'],
  [],
]

/** Milliseconds after which a settle run starts nothing new (functions/handlers/settle.ts). */
const timeLimit = { schedule: 45_000, stream: 20_000 }

/** Starts a settle run as the schedule does. */
export const runScheduledSettle = ({ processes, product }: Simulation) =>
  processes.start('settle', (services) =>
    product.settling.settle(services, services.now() + timeLimit.schedule),
  )

/** Starts a settle run as the table's stream does. */
export const runStreamSettle = ({ processes, product }: Simulation) =>
  processes.start('stream settle', (services) =>
    product.settling.settleDue(services, services.now() + timeLimit.stream),
  )

/**
 * Does what the schedule does beside paying: automatic verdicts, checks of fundings and closings at `refundableAt`. The time
 * to appeal against rejections and the time of the next check of a funding are over some days earlier than in the product.
 */
export function runChores({ processes, product }: Simulation, days = 4) {
  const { approveOverdue, endAppealTimes } = product.automaticVerdicts
  return processes.start('chores', async (services) => {
    const later = { ...services, now: () => services.now() + days * 86_400_000 }
    await approveOverdue(services)
    await endAppealTimes(later)
    await product.funding.checkFunding(later)
    await product.refundsCall.closeRefundable(services)
  })
}

/** Schedules reviews, releases, closes, retries, settle runs and events of operators in the first four minutes of a history. */
export function scheduleWorkload(simulation: Simulation) {
  const { submissions, processes, product, random, scheduler, table } = simulation
  const userOf = (id: string) => ({ ...table.get(keys.user(id)) }) as unknown as User
  const creatorOf = (taskId: string) => userOf(String(table.get(keys.task(taskId))?.creatorId))
  const atRandomTime = (label: string, run: () => void, within = 2 * minute) =>
    scheduler.schedule(random.between(0, within), label, run)

  const review = (creator: User, id: string, status: 'approved' | 'rejected', tries = 3): void => {
    const ended = processes.start('review', (services) =>
      callUseCase(
        'PATCH /api/submissions/{id}',
        product.reviews.review,
        processes.contextOf(services, creator),
        { id, status, feedback: 'Reviewed' },
      ),
    )
    void ended.then((result) => {
      // The request may have taken effect although it failed, so the browser sends it again.
      const isUncertain = result instanceof Error && result.name !== 'AppError'
      if (isUncertain && tries > 1)
        scheduler.schedule(500, 'review again', () => review(creator, id, status, tries - 1))
    })
  }

  const changeWallet = (userId: string) => {
    const wallet = random.chance(0.3) ? contractAddress : walletOf(random.between(200, 300))
    if (wallet === contractAddress) simulation.everRefused.add(wallet)
    const before = userOf(userId)
    if (before.walletAddress === wallet) return
    void processes.start('change of wallet', ({ now, table: own }) => {
      const at = new Date(now()).toISOString()
      return product.table.failedWrites(
        own,
        product.wallets.link(before, wallet, { epoch: '', kept: [] }, at),
      )
    })
  }

  for (const { id, taskId, userId } of submissions) {
    const creator = creatorOf(taskId)
    const verdicts = random.pick(possibleVerdicts)
    atRandomTime('review', () => {
      if (random.chance(0.15))
        scheduler.schedule(random.between(0, 250), 'change of wallet', () => changeWallet(userId))
      for (const verdict of verdicts)
        scheduler.schedule(random.between(0, 50), 'verdict', () => review(creator, id, verdict))
    })
    if (random.chance(0.4))
      atRandomTime(
        'release',
        () =>
          void processes.start('release', (services) =>
            callUseCase(
              'POST /api/blockchain/release-reward',
              product.payoutsCall.release,
              processes.contextOf(services, creator),
              { taskId, recipientId: userId },
            ),
          ),
        3 * minute,
      )
  }
  for (let at = random.between(0, minute); at < 4 * minute; at += random.pick([5000, minute, minute, minute]))
    scheduler.schedule(at, 'schedule', () => void runScheduledSettle(simulation))
  for (let at = random.between(0, minute); at < 4 * minute; at += random.pick([5000, minute]))
    scheduler.schedule(at, 'chores', () => void runChores(simulation))
  for (let closers = random.pick([0, 1, 1, 3]); closers > 0; closers--) {
    const { taskId } = random.pick(submissions)
    const close = () =>
      processes.start('close', (services) =>
        callUseCase(
          'POST /api/tasks/{id}/close',
          product.refundsCall.close,
          processes.contextOf(services, creatorOf(taskId)),
          { id: taskId },
        ),
      )
    atRandomTime('close', () => void close(), 4 * minute)
  }
  if (random.chance(0.3)) atRandomTime('admin retries', () => retryFailedPayouts(simulation), 4 * minute)
  scheduleOperatorEvents(simulation, atRandomTime)
}

/** An admin retries every failed payout. */
export function retryFailedPayouts({ submissions, processes, product }: Simulation) {
  for (const { id } of submissions)
    void processes.start('retry', async ({ table: own }) => {
      const payout = await product.payouts.get(own, id)
      if (payout?.status === 'failed') await product.payouts.retry(own, payout)
    })
}

/** Schedules events outside the product: pauses, blocked wallets, a low daily limit, a signer without gas, a new signing key. */
function scheduleOperatorEvents(
  simulation: Simulation,
  atRandomTime: (label: string, run: () => void) => void,
) {
  const { chain, everRefused, submissions, processes, random, rules, scheduler, table } = simulation
  if (random.chance(0.15)) {
    atRandomTime('pause', () => {
      rules.paused = true
    })
    atRandomTime('unpause', () => {
      rules.paused = false
    })
  }
  if (random.chance(0.5))
    atRandomTime('blocklist', () => {
      const wallet = String(table.get(keys.user(random.pick(submissions).userId))?.walletAddress)
      rules.blocked.add(wallet)
      everRefused.add(wallet)
      atRandomTime('blocklist cleared', () => rules.blocked.clear())
    })
  if (random.chance(0.15))
    atRandomTime('small daily limit', () => {
      rules.dailyLimit = random.pick([0, 1, 8, 20])
    })
  if (random.chance(0.15))
    atRandomTime('no gas', () => {
      for (const signer of Object.keys(chain.gas)) chain.gas[signer] = random.between(0, 1)
    })
  if (!random.chance(0.2)) return
  const rotateBy = scheduler.now + 3 * minute
  /** Replaces the signing key while a transaction of the former key is in flight, which is the hardest moment. */
  const rotateKey = () => {
    if (scheduler.now > rotateBy) return
    if (!table.get(keys.inFlight)) return scheduler.schedule(2000, 'key rotation waits', rotateKey)
    processes.signer = secondSigner
    scheduler.schedule(random.between(0, minute), 'operator changed', () => {
      rules.operator = secondSigner
    })
    if (random.chance(0.5)) chain.gas[firstSigner] = 0
  }
  atRandomTime('key rotation', rotateKey)
}

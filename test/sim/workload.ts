import type { User } from '../../domain/user.ts'
import { keys } from '../../functions/table/keys.ts'
import { callUseCase } from '../support/call-use-case.ts'
import type { SimulatedChain } from './chain.ts'
import { contractAddress, type Rules } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import { creatorId, type SimulatedSubmission, walletOf } from './initial-state.ts'
import type { Product } from './load-product.ts'
import type { Processes } from './processes.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

export interface World {
  product: Product
  random: Random
  scheduler: Scheduler
  table: SimulatedTable
  chain: SimulatedChain
  rules: Rules
  processes: Processes
  submitted: SimulatedSubmission[]
  /** Wallets that the contract or the token refused at some time. */
  everRefused: Set<string>
}

export const minute = 60_000

/** What becomes of a submission: most are approved; some hear two verdicts at once. */
const verdictsOf: ('approved' | 'rejected')[][] = [
  ...Array(7).fill(['approved']),
  ['approved', 'approved'],
  ['approved', 'rejected'],
  [],
]

/** Milliseconds for which one run waits for the chain (functions/handlers/settle.ts). */
const patience = { schedule: 45_000, stream: 20_000 }

/** A run of the schedule. */
export const settle = ({ processes, product }: World) =>
  processes.start('settle', (services) =>
    product.settling.settle(services, services.now() + patience.schedule),
  )

/** A run that the table's stream starts. */
export const settleDue = ({ processes, product }: World) =>
  processes.start('woken settle', (services) =>
    product.settling.settleDue(services, services.now() + patience.stream),
  )

/** Schedules what people, operators and owners do in the first minutes of this history. */
export function scheduleWorkload(world: World) {
  const { submitted, processes, product, random, scheduler, table } = world
  const userOf = (id: string) => ({ ...table.get(keys.user(id)) }) as unknown as User
  const creator = userOf(creatorId)
  const sometime = (what: string, run: () => void, within = 2 * minute) =>
    scheduler.later(random.between(0, within), what, run)

  const review = (id: string, status: 'approved' | 'rejected', tries = 3): void => {
    const ended = processes.start('review', (services) =>
      callUseCase(
        'PATCH /api/submissions/{id}',
        product.reviews.review,
        processes.contextOf(services, creator),
        { id, status, feedback: 'So be it' },
      ),
    )
    void ended.then((result) => {
      const unsure = result instanceof Error && result.name !== 'AppError'
      if (unsure && tries > 1) scheduler.later(500, 'review again', () => review(id, status, tries - 1))
    })
  }

  const moveWallet = (userId: string) => {
    const wallet = random.chance(0.3) ? contractAddress : walletOf(random.between(200, 300))
    if (wallet === contractAddress) world.everRefused.add(wallet)
    const before = userOf(userId)
    if (before.walletAddress === wallet) return
    void processes.start('wallet', ({ now, table: own }) =>
      product.users.linkWallet(own, before, wallet, new Date(now()).toISOString()),
    )
  }

  for (const { id, taskId, userId } of submitted) {
    const verdicts = random.pick(verdictsOf)
    sometime('review', () => {
      if (random.chance(0.15))
        scheduler.later(random.between(0, 250), 'another wallet', () => moveWallet(userId))
      for (const verdict of verdicts)
        scheduler.later(random.between(0, 50), 'verdict', () => review(id, verdict))
    })
    if (random.chance(0.4))
      sometime(
        'release',
        () =>
          void processes.start('release', (services) =>
            callUseCase(
              'POST /api/blockchain/release-reward',
              product.payoutsCall.release,
              processes.contextOf(services, creator),
              {
                taskId,
                recipientId: userId,
              },
            ),
          ),
        3 * minute,
      )
  }
  for (let at = random.between(0, minute); at < 4 * minute; at += random.pick([5000, minute, minute, minute]))
    scheduler.later(at, 'schedule', () => void settle(world))
  for (let closers = random.pick([0, 0, 1, 3]); closers > 0; closers--) {
    const { taskId } = random.pick(submitted)
    const close = () =>
      processes.start('close', (services) =>
        callUseCase(
          'POST /api/tasks/{id}/close',
          product.refundsCall.close,
          processes.contextOf(services, creator),
          { id: taskId },
        ),
      )
    sometime('close', () => void close(), 4 * minute)
  }
  if (random.chance(0.3)) sometime('admin retries', () => retryAll(world), 4 * minute)
  scheduleOperatorEvents(world, sometime)
}

/** An admin makes everything due again that has failed. */
export function retryAll({ submitted, processes, product }: World) {
  for (const { id } of submitted)
    void processes.start('retry', async ({ table: own }) => {
      const payout = await product.payouts.get(own, id)
      if (payout?.status === 'failed') await product.payouts.retry(own, payout)
    })
}

/** What the owner, the guardian, the token and an empty purse do. */
function scheduleOperatorEvents(world: World, sometime: (what: string, run: () => void) => void) {
  const { chain, everRefused, submitted, processes, random, rules, scheduler, table } = world
  if (random.chance(0.15)) {
    sometime('pause', () => {
      rules.paused = true
    })
    sometime('unpause', () => {
      rules.paused = false
    })
  }
  if (random.chance(0.2))
    sometime('blocklist', () => {
      const wallet = String(table.get(keys.user(random.pick(submitted).userId))?.walletAddress)
      rules.blocked.add(wallet)
      everRefused.add(wallet)
      sometime('off the blocklist', () => rules.blocked.clear())
    })
  if (random.chance(0.15))
    sometime('small daily limit', () => {
      rules.dailyLimit = random.pick([0, 1, 8, 20])
    })
  if (random.chance(0.15))
    sometime('no gas', () => {
      for (const signer of Object.keys(chain.gas)) chain.gas[signer] = random.between(0, 1)
    })
  if (!random.chance(0.2)) return
  const handOverBy = scheduler.now + 3 * minute
  /** Another key, at the worst moment: while a transaction of the former one is in flight. */
  const handOver = () => {
    if (scheduler.now > handOverBy) return
    if (!table.get(keys.inFlight)) return scheduler.later(2000, 'key not yet handed over', handOver)
    processes.signer = '0xB'
    scheduler.later(random.between(0, minute), 'another operator', () => {
      rules.operator = '0xB'
    })
    if (random.chance(0.5)) chain.gas['0xA'] = 0
  }
  sometime('another key', handOver)
}

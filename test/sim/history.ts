import type { User } from '../../domain/user.ts'
import { keys } from '../../functions/table/keys.ts'
import type { Item } from '../../functions/table/table.ts'
import { SimulatedChain } from './chain.ts'
import { wrongs } from './checks.ts'
import { SimulatedTable } from './dynamodb.ts'
import { Faults } from './faults.ts'
import { contractAddress } from './ledger.ts'
import { Overseer } from './overseer.ts'
import { configOf, Processes } from './processes.ts'
import type { Product } from './product.ts'
import { seeded } from './random.ts'
import { type Line, Scheduler } from './scheduler.ts'
import { creatorId, settleVillage, start, walletOf } from './village.ts'

export interface Told {
  wrongs: string[]
  lines: Line[]
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  lasted: number
}

const minute = 60_000
const configs = [1, 2, 5].map(configOf)

/** One history from its seed: faults for some minutes, then calm until nothing is left to do, then the checks. */
export async function tell(
  product: Product,
  village: Map<string, Item>,
  seed: number,
  traced = false,
): Promise<Told> {
  const random = seeded(seed)
  const ownRandom = Math.random
  Math.random = random.next
  const scheduler = new Scheduler(random, start, traced)
  const faults = new Faults(random)
  const { items, handed, state } = settleVillage(village, random)
  const table = new SimulatedTable(items, scheduler, faults)
  const rules = { operator: '0xA', paused: false, dailyLimit: 1_000_000, blocked: new Set<string>() }
  const chain = new SimulatedChain(state, rules, random.pick([1000, 2000, 12_000]), scheduler, faults)
  chain.gas['0xA'] = 1000
  chain.gas['0xB'] = 1000
  const config = random.pick(configs)
  const overseer = new Overseer({ table, chain, faults, confirmations: config.CONFIRMATIONS })
  const processes = new Processes({ product, scheduler, faults, table, chain, config, overseer })
  scheduler.latency = faults.latency
  scheduler.crash = faults.crash
  scheduler.passing = (to) => chain.pass(to)

  const everRefused = new Set<string>()

  const creator = table.get(keys.user(creatorId)) as unknown as User
  const review = (id: string, status: 'approved' | 'rejected', tries = 3): void => {
    const ended = processes.start('review', (services) =>
      product.reviews.review(processes.contextOf(services, creator), { id, status, feedback: 'So be it' }),
    )
    void ended.then((result) => {
      const unsure = result instanceof Error && result.name !== 'AppError'
      if (unsure && tries > 1) scheduler.later(500, 'review again', () => review(id, status, tries - 1))
    })
  }
  const release = (taskId: string, recipientId: string) =>
    void processes.start('release', (services) =>
      product.payoutsCall.release(processes.contextOf(services, creator), { taskId, recipientId }),
    )
  const settle = (patience = 45_000) =>
    processes.start('settle', (services) => product.settling.settle(services, services.now() + patience))
  const sometime = (what: string, run: () => void, within = 2 * minute) =>
    scheduler.later(random.between(0, within), what, run)

  for (const { id, taskId, userId } of handed) {
    const verdict = random.next()
    if (verdict < 0.9) sometime('approval', () => review(id, 'approved'))
    if (verdict > 0.85) sometime('rejection', () => review(id, 'rejected'))
    if (random.chance(0.2)) sometime('second approval', () => review(id, 'approved'))
    if (random.chance(0.4)) sometime('release', () => release(taskId, userId), 3 * minute)
  }
  for (let at = random.between(0, minute); at < 4 * minute; at += random.pick([5000, minute, minute, minute]))
    scheduler.later(at, 'schedule', () => void settle())

  const doers = [...new Set(handed.map(({ userId }) => userId))]
  const someone = () => table.get(keys.user(random.pick(doers))) as unknown as User
  if (random.chance(0.3))
    sometime('another wallet', () => {
      const wallet = random.chance(0.3) ? contractAddress : walletOf(random.between(200, 300))
      if (wallet === contractAddress) everRefused.add(wallet)
      const before = someone()
      void processes.start('wallet', ({ now, table: own }) =>
        product.users.linkWallet(own, before, wallet, new Date(now()).toISOString()),
      )
    })
  if (random.chance(0.15)) {
    sometime('pause', () => {
      rules.paused = true
    })
    sometime('unpause', () => {
      rules.paused = false
    })
  }
  if (random.chance(0.15))
    sometime('blocklist', () => {
      const wallet = String(someone().walletAddress)
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
  if (random.chance(0.3))
    sometime(
      'admin retries',
      () => {
        for (const { id } of handed)
          void processes.start('retry', async ({ table: own }) => {
            const payout = await product.payouts.get(own, id)
            if (payout?.status === 'failed') await product.payouts.retry(own, payout)
          })
      },
      4 * minute,
    )

  try {
    await scheduler.run(start + 4 * minute)
    const unsettled = await calm()
    const found = [
      ...processes.troubles,
      ...overseer.wrongs,
      ...wrongs({ table, chain, handed, promised: overseer.promised, everRefused, unsettled }),
    ]
    return report(found)
  } catch (error) {
    return report([error instanceof Error ? (error.stack ?? error.message) : String(error)])
  } finally {
    Math.random = ownRandom
  }

  function report(found: string[]): Told {
    return {
      wrongs: found,
      lines: scheduler.lines ?? [],
      steps: scheduler.steps,
      crashes: scheduler.crashes,
      lasted: scheduler.now - start,
    }
  }

  /** No more faults; the schedule goes on until nothing is left to do. @returns what the last settlers said otherwise */
  async function calm(): Promise<string[]> {
    faults.stop()
    scheduler.say('world', 'no more faults', '')
    rules.paused = false
    rules.dailyLimit = 1_000_000
    chain.calm(random.pick([100, 100, 500]))
    for (const signer of Object.keys(chain.gas)) chain.gas[signer] = 1000
    await scheduler.run(scheduler.now + 1000 * minute, () => processes.running === 0)
    await scheduler.run(scheduler.now + 2 * minute)
    const said: string[] = []
    for (let rounds = 0; rounds < 12; rounds++) {
      let outcome: unknown = null
      void settle().then((value) => {
        outcome = value
      })
      await scheduler.run(scheduler.now + 10 * minute, () => outcome !== null)
      said.push(String(outcome))
      await scheduler.run(scheduler.now + minute + 64 * 12_000)
      if (outcome === 'done' && said.at(-2) === 'done') return []
    }
    return said
  }
}

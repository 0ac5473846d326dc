import { partitions } from '../../functions/table/keys.ts'
import type { Item } from '../../functions/table/table.ts'
import { deepest, SimulatedChain } from './chain.ts'
import { isHeldUp, type Kept, wrongs } from './checks.ts'
import { SimulatedTable } from './dynamodb.ts'
import { Faults } from './faults.ts'
import { layOut, minute, settle, type World } from './happenings.ts'
import type { Rules } from './ledger.ts'
import { Overseer } from './overseer.ts'
import { configOf, Processes } from './processes.ts'
import type { Product } from './product.ts'
import { seeded } from './random.ts'
import { type Line, Scheduler } from './scheduler.ts'
import { settleVillage, start } from './village.ts'

export interface Told {
  wrongs: string[]
  lines: Line[]
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  lasted: number
}

const { confirming: payouts, refundsConfirming: refunds } = partitions
const configs = [1, 2, 5].map(configOf)

/** Runs of the schedule within which everything must come to its end. */
const mostRounds = 16

/** Runs after which even what a clock an hour ahead has marked was looked at again: each comes nine minutes later at least. */
const longEnough = 7

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
  const rules: Rules = { operator: '0xA', paused: false, dailyLimit: 1_000_000, blocked: new Set() }
  const chain = new SimulatedChain(state, rules, random.pick([1000, 2000, 12_000]), scheduler, faults)
  chain.gas['0xA'] = 1000
  chain.gas['0xB'] = 1000
  const config = random.pick(configs)
  const everRefused = new Set<string>()
  const { CONFIRMATIONS: confirmations } = config
  const overseer = new Overseer({ table, chain, faults, confirmations, everRefused })
  const processes = new Processes({ product, scheduler, faults, table, chain, config, overseer })
  scheduler.latency = faults.latency
  scheduler.crash = faults.crash
  scheduler.passing = (to) => chain.pass(to)
  const world: World = {
    product,
    random,
    scheduler,
    table,
    chain,
    rules,
    processes,
    handed,
    everRefused,
  }

  const found: string[] = []
  try {
    layOut(world)
    await scheduler.run(start + 4 * minute)
    const reorganises = faults.rates.reorganisation > 0
    faults.stop()
    const outcome = await calm(world, reorganises ? random.pick([0, 1, 2, 'refund']) : null)
    found.push(...processes.troubles, ...overseer.wrongs)
    found.push(...wrongs({ ...world, promised: overseer.promised, ...outcome }))
  } catch (error) {
    found.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    Math.random = ownRandom
  }
  return {
    wrongs: found,
    lines: scheduler.lines ?? [],
    steps: scheduler.steps,
    crashes: scheduler.crashes,
    lasted: scheduler.now - start,
  }
}

const isConfirming = ({ table }: World) =>
  [...table.items.values()].some(({ gsi1pk, gsi2pk }) => gsi1pk === payouts || gsi2pk === refunds)

/**
 * No more faults; the schedule goes on until nothing is left to do. Only once more, after the run with this number or the
 * first that refunds, a reorganisation takes back as much as any does.
 * @returns what the last settlers said otherwise, the one trouble that was not taken away, and whether it was told
 */
async function calm(
  world: World,
  shaken: number | 'refund' | null,
): Promise<{ unsettled: string[]; kept: Kept; told: boolean }> {
  const { chain, processes, random, rules, scheduler } = world
  const kept: Kept = random.chance(0.1) ? random.pick(['paused', 'no gas', 'daily limit'] as const) : null
  scheduler.say('world', 'no more faults', kept ? `but ${kept}` : '')
  rules.paused = kept === 'paused'
  rules.operator = processes.signer
  rules.dailyLimit = kept === 'daily limit' ? random.pick([4, 9, 30]) : 1_000_000
  chain.calm(random.pick([100, 100, 500]))
  chain.gas[processes.signer] = kept === 'no gas' ? 0 : 1000
  await scheduler.run(scheduler.now + 1000 * minute, () => processes.running === 0)
  await scheduler.run(scheduler.now + 2 * minute)
  const said: string[] = []
  let told = false
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    let outcome: unknown = null
    const before = processes.alarms
    const { closes } = chain.state
    void settle(world).then((value) => {
      outcome = value
    })
    await scheduler.run(scheduler.now + 10 * minute, () => outcome !== null)
    said.push(String(outcome))
    told = processes.alarms > before
    // Nobody else is at work any more: a lease that is held for so long is held by nobody.
    if (outcome === 'busy' && said.at(-2) === 'busy') return { unsettled: said, kept, told }
    if (shaken === 'refund' ? chain.state.closes.length > closes.length : shaken === rounds) {
      chain.reorganise(deepest)
      shaken = null
    }
    await scheduler.run(scheduler.now + random.between(45, 75) * 12_000)
    const mayWait = kept || world.handed.some(({ taskId }) => isHeldUp(world, taskId))
    const expected = mayWait ? 'waiting' : 'done'
    const settled = [said.at(-1), said.at(-2)].every((one) => one === 'done' || one === expected)
    if (settled && (kept ? rounds >= longEnough : !isConfirming(world))) return { unsettled: [], kept, told }
  }
  return { unsettled: said, kept, told }
}

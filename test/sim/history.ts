import { partitions } from '../../functions/table/keys.ts'
import type { Item } from '../../functions/table/table.ts'
import { deepest, SimulatedChain } from './chain.ts'
import type { Rules } from './contract-model.ts'
import { SimulatedTable } from './dynamodb.ts'
import { Faults } from './faults.ts'
import { isHeldUp, type RemainingTrouble, violations } from './final-checks.ts'
import { chooseInitialState, start } from './initial-state.ts'
import type { Product } from './load-product.ts'
import { Monitor } from './monitor.ts'
import { configOf, Processes } from './processes.ts'
import { seeded } from './random.ts'
import { type Line, Scheduler } from './scheduler.ts'
import { SimulatedStream } from './stream.ts'
import { minute, scheduleWorkload, settle, settleDue, type World } from './workload.ts'

export interface HistoryResult {
  violations: string[]
  lines: Line[]
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  lasted: number
}

const configs = [1, 2, 5].map(configOf)

/** Runs of the schedule within which everything must come to its end. */
const mostRounds = 16

/** Runs after which even what a clock an hour ahead has marked was looked at again: each comes nine minutes later at least. */
const longEnough = 7

/** One history from its seed: faults for some minutes, then calm until nothing is left to do, then the checks. */
export async function runHistory(
  product: Product,
  initialItems: Map<string, Item>,
  seed: number,
  traced = false,
): Promise<HistoryResult> {
  const random = seeded(seed)
  const ownRandom = Math.random
  Math.random = random.next
  const scheduler = new Scheduler(random, start, traced)
  const faults = new Faults(random)
  const { items, submitted, state } = chooseInitialState(initialItems, random)
  const table = new SimulatedTable(items, scheduler, faults)
  const rules: Rules = { operator: '0xA', paused: false, dailyLimit: 1_000_000, blocked: new Set() }
  const chain = new SimulatedChain(state, rules, random.pick([1000, 2000, 12_000]), scheduler, faults)
  chain.gas['0xA'] = 1000
  chain.gas['0xB'] = 1000
  const config = random.pick(configs)
  const everRefused = new Set<string>()
  const { CONFIRMATIONS: confirmations } = config
  const monitor = new Monitor({ table, chain, faults, confirmations, everRefused })
  const processes = new Processes({ product, scheduler, faults, table, chain, config, monitor })
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
    submitted,
    everRefused,
  }

  const startSettle = () => void settleDue(world)
  const stream = new SimulatedStream({ table, processes, product, scheduler, faults, startSettle })
  if (random.chance(0.2)) stream.stop()
  const found: string[] = []
  try {
    scheduleWorkload(world)
    await scheduler.run(start + 4 * minute)
    const reorganises = faults.rates.reorganisation > 0
    faults.stop()
    if (random.chance(0.5)) stream.stop()
    const outcome = await calm(world, reorganises ? random.pick([0, 1, 2, 'refund']) : null)
    found.push(...processes.troubles, ...monitor.violations)
    found.push(...violations({ ...world, promised: monitor.promised, ...outcome }))
  } catch (error) {
    found.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    Math.random = ownRandom
  }
  return {
    violations: found,
    lines: scheduler.lines ?? [],
    steps: scheduler.steps,
    crashes: scheduler.crashes,
    lasted: scheduler.now - start,
  }
}

const isInProgress = ({ table }: World) =>
  [...table.items.values()].some(
    ({ gsi1pk, gsi2pk, sk }) =>
      gsi1pk === partitions.confirming ||
      gsi1pk === partitions.due ||
      gsi2pk === partitions.refundsConfirming ||
      sk === 'INFLIGHT',
  )

/**
 * No more faults; the schedule goes on until nothing is left to do. Only once more, after the run with this number or the
 * first that refunds, a reorganisation takes back as much as any does.
 * @returns what the last settlers said otherwise, the one trouble that was not taken away, and whether it was told
 */
async function calm(
  world: World,
  shaken: number | 'refund' | null,
): Promise<{ unsettled: string[]; remaining: RemainingTrouble; told: boolean }> {
  const { chain, processes, random, rules, scheduler } = world
  const remaining: RemainingTrouble = random.chance(0.1)
    ? random.pick(['paused', 'no gas', 'daily limit'] as const)
    : null
  scheduler.say('world', 'no more faults', remaining ? `but ${remaining}` : '')
  rules.paused = remaining === 'paused'
  rules.operator = processes.signer
  rules.dailyLimit = remaining === 'daily limit' ? random.pick([4, 9, 30]) : 1_000_000
  chain.calm(random.pick([100, 100, 500]))
  chain.gas[processes.signer] = remaining === 'no gas' ? 0 : 1000
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
    if (outcome === 'busy' && said.at(-2) === 'busy') return { unsettled: said, remaining, told }
    if (shaken === 'refund' ? chain.state.closes.length > closes.length : shaken === rounds) {
      chain.reorganise(deepest)
      shaken = null
    }
    await scheduler.run(scheduler.now + random.between(45, 75) * 12_000)
    const mayWait = remaining || world.submitted.some(({ taskId }) => isHeldUp(world, taskId))
    const expected = mayWait ? 'waiting' : 'done'
    const settled = [said.at(-1), said.at(-2)].every((one) => one === 'done' || one === expected)
    if (settled && (remaining ? rounds >= longEnough : !isInProgress(world)))
      return { unsettled: [], remaining, told }
  }
  return { unsettled: said, remaining, told }
}

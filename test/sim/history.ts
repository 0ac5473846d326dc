/**
 * The simulation of payouts. One history is generated from one seed, and the same seed always gives the same history.
 *
 * The code of the product runs unchanged: settle runs, reviews, closes, retries and the consumer of the stream. Each call of
 * it runs in a simulated process (processes.ts), which has a clock of its own and may crash at any step.
 * The table, its stream, the chain and time are models (dynamodb.ts, stream.ts, chain.ts, scheduler.ts).
 * Faults are random, each kind at a rate of its own per history: crashes, timeouts, slow calls, stale indexes, lagging nodes,
 * lost transactions, reorganisations and late stream records (faults.ts).
 *
 * Each fourth history is a market of people for three virtual weeks (people.ts). The others are histories of payouts.
 *
 * A history of payouts starts with one to three tasks and up to six pending submissions (initial-state.ts). For four virtual minutes
 * people review, close and retry while faults occur (workload.ts). Then the faults stop, and scheduled settle runs go on until
 * nothing is due or in flight. In some histories all tasks are then closed at their refund time, with faults again. The monitor checks each write and each broadcast when it is made (monitor.ts); the final
 * checks compare table and chain at the end (final-checks.ts).
 */
import type { Config } from '../../functions/runtime/config.ts'
import { partitions } from '../../functions/table/keys.ts'
import { queues } from '../../functions/table/queue.ts'
import { isIn } from '../../functions/table/shards.ts'
import type { Item } from '../../functions/table/table.ts'
import { maxReorganisationDepth, SimulatedChain, shortHash } from './chain.ts'
import { firstSigner, secondSigner } from './chain-client.ts'
import { contractAddress, type Rules } from './contract-model.ts'
import { SimulatedTable } from './dynamodb.ts'
import { Faults } from './faults.ts'
import { type RemainingTrouble, violations, waitsForFailedPayout } from './final-checks.ts'
import { chooseInitialState, start } from './initial-state.ts'
import type { Product } from './load-product.ts'
import { Monitor } from './monitor.ts'
import { scheduleMarket, submissionsOf } from './people.ts'
import { configOf, Processes } from './processes.ts'
import { seeded } from './random.ts'
import { Scheduler, type TraceLine } from './scheduler.ts'
import { SimulatedStream } from './stream.ts'
import {
  minute,
  retryFailedPayouts,
  runChores,
  runScheduledSettle,
  runStreamSettle,
  type Simulation,
  scheduleWorkload,
} from './workload.ts'

export interface HistoryResult {
  violations: string[]
  /** What happened, step by step; empty unless the history was traced. */
  lines: TraceLine[]
  steps: number
  crashes: number
  /** Virtual milliseconds. */
  duration: number
}

const configs = [1, 2, 5].map(configOf)

/** The most scheduled settle runs after the faults have stopped. Within them every payout and refund must become final. */
const maxRuns = 16

/** The troubles that may remain. Those that are handled in more ways are more frequent. */
const troubles = [
  ...(['paused', 'no gas', 'daily limit', 'daily limit'] as const),
  ...(['gas budget', 'gas budget', 'gas budget'] as const),
]

/** Each `marketEvery`th seed gives a market of people (people.ts). */
export const marketEvery = 4

/**
 * The fewest scheduled settle runs while a trouble remains. They are at least nine minutes apart, so together they last more
 * than an hour. So payments that a process marked as paid with a clock one hour ahead are checked again too.
 */
const minRunsWithTrouble = 7

/** Runs one history: four minutes with faults, then settle runs without faults until nothing is left to do, then the final checks. */
export async function runHistory(
  product: Product,
  initialItems: Map<string, Item>,
  seed: number,
  traced = false,
): Promise<HistoryResult> {
  const random = seeded(seed)
  const isMarket = seed % marketEvery === 0
  // The product uses both too. They must give the same numbers for the same seed.
  const original = [Math.random, crypto.getRandomValues] as const
  Math.random = random.next
  crypto.getRandomValues = (array) => (array as Uint8Array).fill(random.between(0, 255)) as typeof array
  const scheduler = new Scheduler(random, start, traced)
  const faults = new Faults(random)
  const { items, submissions, state, isRefundableSoon, refundableAt } = chooseInitialState(
    initialItems,
    random,
    isMarket,
  )
  const table = new SimulatedTable(items, scheduler, faults)
  const rules: Rules = {
    ...{ operator: firstSigner, paused: false, dailyLimit: 1_000_000 },
    ...{ blocked: new Set<string>(), empty: new Set<string>() },
  }
  const chain = new SimulatedChain(state, rules, random.pick([1000, 2000, 12_000]), scheduler, faults)
  for (const signer of [firstSigner, secondSigner]) chain.gas[signer] = 1000
  if (!isMarket && random.chance(0.3)) chain.fundLast(random.pick([...state.escrows.keys()]))
  const config = {
    ...random.pick(configs),
    ...(random.chance(0.15) && { GAS_BUDGET: random.between(1, 3) }),
    ...(random.chance(0.15) && { CREATOR_SHARE: 0.5 }),
    ...(random.chance(0.3) && { FEE_CAP: `0.${String(random.pick([5, 20, 100])).padStart(11, '0')}` }),
    ...(random.chance(0.15) && { SMALL_PAYOUT_WAIT: 60 }),
  }
  const everRefused = new Set<string>()
  const monitor = new Monitor({ table, chain, faults, config, everRefused, scheduler })
  const processes = new Processes({ product, scheduler, faults, table, chain, config, monitor })
  scheduler.latency = faults.latency
  scheduler.crash = faults.crash
  scheduler.beforeTimeAdvances = (to) => chain.mineUntil(to)
  const simulation: Simulation = {
    product,
    random,
    scheduler,
    table,
    chain,
    rules,
    processes,
    submissions,
    everRefused,
  }

  const startSettle = () => void runStreamSettle(simulation)
  const stream = new SimulatedStream({ table, processes, product, scheduler, faults, startSettle })
  if (random.chance(0.2)) stream.stop()
  const found: string[] = []
  try {
    if (isMarket) faults.reduce()
    const findUnfair = isMarket ? scheduleMarket(simulation, refundableAt) : null
    if (!isMarket) scheduleWorkload(simulation)
    await scheduler.run(isMarket ? refundableAt + minute : start + 4 * minute)
    const reorganises = faults.rates.reorganisation > 0
    faults.stop()
    if (random.chance(0.5)) stream.stop()
    const reorganiseAfter = reorganises ? random.pick([0, 1, 2, 'refund' as const]) : null
    const hasFeeCap = config.FEE_CAP !== undefined
    for (const name of ['GAS_BUDGET', 'CREATOR_SHARE', 'FEE_CAP', 'SMALL_PAYOUT_WAIT'] as const)
      delete config[name]
    if (findUnfair) submissions.push(...submissionsOf(table))
    const end =
      isRefundableSoon && random.chance(0.7)
        ? await finishAfterRefunds(simulation, config, refundableAt, reorganiseAfter, faults)
        : await finish(simulation, config, reorganiseAfter)
    found.push(...processes.unexpectedErrors, ...monitor.violations, ...(findUnfair?.() ?? []))
    // Under a fee cap, the cap may leave no room for changed balances.
    for (const { hash } of hasFeeCap ? [] : chain.outOfGas) found.push(`${shortHash(hash)} ran out of gas`)
    found.push(...violations({ ...simulation, walletsAtApproval: monitor.walletsAtApproval, ...end }))
  } catch (error) {
    found.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    ;[Math.random, crypto.getRandomValues] = original
  }
  return {
    violations: found,
    lines: scheduler.traceLines ?? [],
    steps: scheduler.steps,
    crashes: scheduler.crashes,
    duration: scheduler.now - start,
  }
}

/**
 * Whether a payout or a refund is due or not final, or a transaction is in flight. A refund that waits for a failed payout
 * does not count: only an admin can end its wait.
 */
const isInProgress = (simulation: Simulation) =>
  [...simulation.table.items.values()].some(
    ({ gsi1pk, gsi2pk, id, sk }) =>
      isIn(queues.confirmingPayouts.pk, gsi1pk) ||
      isIn(partitions.due, gsi1pk) ||
      isIn(queues.confirmingRefunds.pk, gsi2pk) ||
      (isIn(queues.refunds.pk, gsi2pk) && !waitsForFailedPayout(simulation, String(id))) ||
      sk === 'INFLIGHT',
  )

/**
 * Finishes a history in which the escrows become refundable while a trouble prevents payouts. Then the faults occur again for
 * three minutes while the schedule closes the tasks. In half of these histories somebody refunds every escrow first. Then
 * the trouble ends, and an admin retries the failed payouts. The approved rewards must be paid all the same.
 */
async function finishAfterRefunds(
  simulation: Simulation,
  config: Config,
  refundableAt: number,
  reorganiseAfter: number | 'refund' | null,
  faults: Faults,
) {
  const { chain, everRefused, random, rules, scheduler } = simulation
  const trouble = random.pick(['paused', 'daily limit', 'gas budget'] as const)
  const before = await finish(simulation, config, reorganiseAfter, trouble)
  if (before.unfinished.length > 0) return before
  await scheduler.run(Math.max(scheduler.now, refundableAt))
  if (random.chance(0.5)) chain.refundByOthers()
  faults.resume()
  for (let at = 0; at < 3 * minute; at += random.pick([5000, minute])) {
    scheduler.schedule(at, 'chores', () => void runChores(simulation))
    scheduler.schedule(at, 'schedule', () => void runScheduledSettle(simulation))
  }
  await scheduler.run(scheduler.now + 3 * minute)
  faults.stop()
  rules.blocked.clear()
  // Only the contract itself is refused for ever.
  for (const wallet of everRefused) if (wallet !== contractAddress) everRefused.delete(wallet)
  retryFailedPayouts(simulation)
  return finish(simulation, config, null, null)
}

/**
 * Stops the faults and runs `settle` by the schedule until nothing is left to do. In one of ten histories one trouble
 * remains (see `RemainingTrouble`).
 * @param remainingTrouble by default chosen at random
 * @param reorganiseAfter the settle run after which one last, deepest reorganisation happens: its number, or 'refund' for
 * the first run that closes an escrow; null for no reorganisation
 * @returns `unfinished`: the outcomes of all settle runs if the last ones did not end as expected, otherwise empty;
 * `alarmRaised`: whether the last settle run raised an alarm
 */
async function finish(
  simulation: Simulation,
  config: Config,
  reorganiseAfter: number | 'refund' | null,
  remainingTrouble: RemainingTrouble = simulation.random.chance(0.2)
    ? simulation.random.pick(troubles)
    : null,
): Promise<{ unfinished: string[]; remainingTrouble: RemainingTrouble; alarmRaised: boolean }> {
  const { chain, processes, random, rules, scheduler } = simulation
  scheduler.trace('environment', 'faults stop', remainingTrouble ? `except ${remainingTrouble}` : '')
  rules.paused = remainingTrouble === 'paused'
  rules.operator = processes.signer
  rules.dailyLimit = remainingTrouble === 'daily limit' ? random.pick([4, 9, 30]) : 1_000_000
  delete config.GAS_BUDGET
  chain.stabilise(random.pick([100, 100, 500]))
  chain.gas[processes.signer] = remainingTrouble === 'no gas' ? 0 : 1000
  await scheduler.run(scheduler.now + 1000 * minute, () => processes.running === 0)
  // Processes that started before would not know the new budget.
  if (remainingTrouble === 'gas budget') config.GAS_BUDGET = 1e-9
  await scheduler.run(scheduler.now + 2 * minute)
  // Later than the queue position of a submission that could not be decided during the faults.
  void runChores(simulation, 5)
  await scheduler.run(scheduler.now + minute)
  const outcomes: string[] = []
  let alarmRaised = false
  for (let run = 0; run < maxRuns; run++) {
    let outcome: unknown = null
    const alarmsBefore = processes.alarms
    const { closes } = chain.state
    void runScheduledSettle(simulation).then((value) => {
      outcome = value
    })
    await scheduler.run(scheduler.now + 10 * minute, () => outcome !== null)
    outcomes.push(String(outcome))
    alarmRaised = processes.alarms > alarmsBefore
    // No other process runs now. Two busy runs in a row mean that the lease of a process that ended never expires.
    if (outcome === 'busy' && outcomes.at(-2) === 'busy')
      return { unfinished: outcomes, remainingTrouble, alarmRaised }
    const reorganisesNow =
      reorganiseAfter === 'refund' ? chain.state.closes.length > closes.length : reorganiseAfter === run
    if (reorganisesNow) {
      chain.reorganise(maxReorganisationDepth)
      reorganiseAfter = null
    }
    await scheduler.run(scheduler.now + random.between(45, 75) * 12_000)
    const mayWait =
      remainingTrouble ||
      simulation.submissions.some(({ taskId }) => waitsForFailedPayout(simulation, taskId))
    const expected = mayWait ? 'waiting' : 'done'
    const areExpected = [outcomes.at(-1), outcomes.at(-2)].every((one) => one === 'done' || one === expected)
    if (areExpected && (remainingTrouble ? run >= minRunsWithTrouble : !isInProgress(simulation)))
      return { unfinished: [], remainingTrouble, alarmRaised }
  }
  return { unfinished: outcomes, remainingTrouble, alarmRaised }
}

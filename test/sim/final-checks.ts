import { keys } from '../../functions/table/keys.ts'
import { queues } from '../../functions/table/queue.ts'
import { isIn } from '../../functions/table/shards.ts'
import type { Item } from '../../functions/table/table.ts'
import type { SimulatedChain } from './chain.ts'
import type { Rules } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import { type SimulatedSubmission, start } from './initial-state.ts'
import type { Scheduler } from './scheduler.ts'

/** The one trouble that remains after the faults have stopped. While it remains, due payouts must stay due and raise an alarm. */
export type RemainingTrouble = 'paused' | 'no gas' | 'daily limit' | 'gas budget' | null

/** A history at its end. */
interface EndState {
  table: SimulatedTable
  scheduler: Scheduler
  chain: SimulatedChain
  rules: Rules
  submissions: SimulatedSubmission[]
  walletsAtApproval: Map<string, string>
  /** Wallets that the contract or the token refused at some time. */
  everRefused: Set<string>
  /** Outcomes of the last settle runs if they did not end as expected, otherwise empty. */
  unfinished: string[]
  remainingTrouble: RemainingTrouble
  /** Whether the last settle run raised an alarm. */
  alarmRaised: boolean
}

/**
 * Compares table and chain at the end of a history, and returns each violated invariant as a text:
 * - The last settle runs end with 'done', or 'waiting' if something must wait.
 * - Every approved submission has one payout, to the doer's wallet at the approval. The payout is paid once, or it has
 *   failed because its wallet was refused. Payout and submission name the transaction that paid.
 * - No slot is paid twice, or without an approval.
 * - A closed task's escrow is closed once, and its funder got the rewards that no approval claimed, also those of the first part.
 * - Nothing stays due, in flight or unconfirmed, without its funding or open after its refund time, unless a trouble remains;
 *   then an alarm was raised.
 * - All stored totals are right.
 */
export function violations(end: EndState): string[] {
  const { chain, submissions, remainingTrouble, table, unfinished } = end
  const found: string[] = []
  if (unfinished.length > 0) found.push(`settle runs do not finish: ${unfinished.join(', ')}`)
  for (const one of submissions)
    found.push(...checkSubmission(one, end).map((text) => `submission ${one.id.slice(-3)}: ${text}`))

  const owed = new Set(
    submissions.flatMap(({ id, escrowId }) => {
      const payout = table.get(keys.payout(id))
      return payout ? [`${escrowId}/${payout.slot}`] : []
    }),
  )
  const paid = new Set<string>()
  for (const { escrowId, slot, recipient } of chain.state.transfers) {
    const label = `${escrowId}/${slot}`
    if (!owed.has(label)) found.push(`slot ${label} was paid to ${recipient} without an approval`)
    if (paid.has(label)) found.push(`slot ${label} was paid twice`)
    paid.add(label)
  }
  found.push(...checkRefunds(end))
  if (remainingTrouble) return [...found, ...checkDailyLimit(end), ...checkAlarm(end), ...checkTotals(end)]
  const now = new Date(end.scheduler.now).toISOString()
  for (const item of table.items.values()) {
    if (item.sk === 'INFLIGHT') found.push('a transaction stays in flight')
    if (item.fundingLost && !item.refunded) found.push(`${item.pk} stays without its funding`)
    if (isIn(queues.refundable.pk, item.gsi2pk) && String(item.gsi2sk) < now)
      found.push(`${item.pk} is not closed although its refund time has passed`)
    if (item.sk === 'POINTER') continue
    for (const partition of [item.gsi1pk, item.gsi2pk])
      if (
        typeof partition === 'string' &&
        /#(due|confirming)$/.test(partition) &&
        !waitsForFailedPayout(end, String(item.id))
      )
        found.push(`${item.pk} stays in the index partition ${partition}`)
  }
  return [...found, ...checkTotals(end)]
}

function checkSubmission(
  { id, taskId, userId, escrowId, reward }: SimulatedSubmission,
  end: EndState,
): string[] {
  const { chain, everRefused, walletsAtApproval, table } = end
  const found: string[] = []
  const submission = table.get(keys.submission(taskId, userId)) as Item
  const payout = table.get(keys.payout(id))
  if ((submission.status === 'approved') !== (payout !== undefined))
    found.push(`is ${submission.status} ${payout ? 'with' : 'without'} a payout`)
  if (!payout) return found
  if (payout.recipient !== walletsAtApproval.get(id))
    found.push('the payout names another wallet than the approval')
  const transfers = chain.state.transfers.filter(
    (one) => one.escrowId === escrowId && one.slot === payout.slot,
  )
  const [transfer] = transfers
  if (payout.status === 'due' && !end.remainingTrouble) found.push('the payout stays due')
  if (payout.status === 'failed') {
    if (!payout.reason) found.push('the payout failed without a reason')
    if (transfer) found.push(`the payout failed (${payout.reason}), but ${transfer.hash} paid it`)
    if (!everRefused.has(String(payout.recipient)))
      found.push(`the payout failed although its wallet was never refused: ${payout.reason}`)
    return found
  }
  if (payout.status !== 'paid') return found
  if (!transfer) return [...found, 'the payout is marked paid, but the chain has not paid it']
  if (transfer.recipient !== payout.recipient) found.push(`was paid to ${transfer.recipient}`)
  if (transfer.amount !== reward) found.push(`was paid ${transfer.amount} instead of ${reward}`)
  for (const [where, hash] of [
    ['the payout', payout.transactionHash],
    ['the submission', submission.transactionHash],
  ])
    if (hash !== transfer.hash) found.push(`${where} names ${hash}, but ${transfer.hash} paid`)
  return found
}

/** Whether the task's refund is due and waits for a failed payout of the task, which an admin may still retry. */
export const waitsForFailedPayout = (
  { submissions, table }: Pick<EndState, 'submissions' | 'table'>,
  taskId: string,
): boolean =>
  table.get(keys.task(taskId))?.refunded === null &&
  submissions.some((one) => one.taskId === taskId && table.get(keys.payout(one.id))?.status === 'failed')

/** Every closed task's escrow is closed once, and the refund in the table is the one on the chain. */
function checkRefunds(end: EndState): string[] {
  const { chain, submissions, remainingTrouble, table } = end
  const found: string[] = []
  const { closes } = chain.state
  for (const [taskId, { escrowId }] of new Map(submissions.map((one) => [one.taskId, one]))) {
    const task = table.get(keys.task(taskId)) as Item
    const { closedAt, completions, firstPart, maxCompletions, refunded, reward, undecided } = task
    const first = firstPart as { cents: number; hash: string | null } | null | undefined
    const shrinks = chain.state.shrinks.filter((one) => one.escrowId === escrowId)
    const returned = shrinks.reduce((sum, one) => sum + one.returned, 0)
    const isKnown = first?.hash == null || shrinks.some(({ hash }) => hash === first.hash)
    // A first part that was given up as lost, and mined after all, is known when the rest is.
    const isComplete = !remainingTrouble && !waitsForFailedPayout(end, taskId)
    if (isComplete && (returned !== (first?.cents ?? 0) || !isKnown))
      found.push(`${escrowId} was shrunk by ${returned}, but the task says ${JSON.stringify(first)}`)
    const [closed, ...more] = closes.filter((one) => one.escrowId === escrowId)
    if (more.length > 0) found.push(`${escrowId} was closed twice`)
    if (closed && !closedAt && closed.hash !== 'others')
      found.push(`${escrowId} was closed, but its task was not`)
    const unclaimed = Number(reward) * (Number(maxCompletions) - Number(completions)) - (first?.cents ?? 0)
    const isUndecided = Number(undecided) > 0 || unclaimed === 0
    if (closedAt && refunded === undefined && isUndecided) continue
    if (!closedAt || (remainingTrouble && !refunded) || waitsForFailedPayout(end, taskId)) continue
    const { cents, hash } = (refunded ?? {}) as { cents?: number; hash?: string | null }
    if (!closed || (hash !== null && hash !== closed.hash))
      found.push(`the task names the refund ${hash}, but ${closed?.hash} closed ${escrowId}`)
    if (closed?.remainder !== cents || cents !== unclaimed)
      found.push(
        `${escrowId} returned ${closed?.remainder} and the task says ${cents}; unclaimed is ${unclaimed}`,
      )
  }
  return found
}

/** A payout above the rest of the daily limit must not delay smaller payouts that fit. */
function checkDailyLimit({ chain, submissions, remainingTrouble, rules, table }: EndState): string[] {
  if (remainingTrouble !== 'daily limit') return []
  const { day, releasedToday } = chain.state
  const left = rules.dailyLimit - (day === Math.floor(start / 86_400_000) + 1 ? releasedToday : 0)
  return submissions.flatMap(({ id, reward }) =>
    table.get(keys.payout(id))?.status === 'due' && reward <= left
      ? [`submission ${id.slice(-3)}: the payout of ${reward} waits, but the daily limit leaves ${left}`]
      : [],
  )
}

/** If payouts are due, an alarm must have been raised, because only people can remove the remaining trouble. */
const checkAlarm = ({ submissions, table, alarmRaised }: EndState): string[] =>
  !alarmRaised && submissions.some(({ id }) => table.get(keys.payout(id))?.status === 'due')
    ? ['payouts are due, but no alarm was raised']
    : []

function checkTotals({ submissions, table }: EndState): string[] {
  const found: string[] = []
  const expect = (label: string, actual: unknown, expected: unknown) => {
    if (actual !== expected) found.push(`${label} is ${actual}, should be ${expected}`)
  }
  const approved = submissions.filter(({ id }) => table.get(keys.payout(id)))
  const decided = submissions.filter(
    ({ taskId, userId }) => table.get(keys.submission(taskId, userId))?.status !== 'pending',
  )
  const sum = (all: SimulatedSubmission[]) => all.reduce((total, { reward }) => total + reward, 0)
  const total = (name: string) =>
    [...table.items.values()].reduce(
      (all, item) => all + (item.sk === 'TOTALS' ? Number(item[name] ?? 0) : 0),
      0,
    )
  expect('total approved', total('approved'), approved.length)
  expect('total paidOut', total('paidOut'), sum(approved))
  expect('total pending', total('pending'), submissions.length - decided.length)
  for (const taskId of new Set(submissions.map((one) => one.taskId))) {
    const task = table.get(keys.task(taskId)) as Item
    const own = approved.filter((one) => one.taskId === taskId)
    expect('completions', task.completions, own.length)
    if (own.length > Number(task.maxCompletions)) found.push('a task has too many completions')
    const slots = new Set(own.map(({ id }) => table.get(keys.payout(id))?.slot))
    if (slots.size !== own.length) found.push('two payouts share a slot')
    const pending = submissions.filter((one) => one.taskId === taskId && !decided.includes(one)).length
    expect('undecided', task.undecided, pending)
    expect('taken', task.taken, own.length + pending)
  }
  for (const userId of new Set(submissions.map((one) => one.userId))) {
    const own = approved.filter((one) => one.userId === userId)
    const user = table.get(keys.user(userId)) as Item
    expect('totalEarned', Number(user.totalEarned), sum(own))
    expect('completedTasks', Number(user.completedTasks), own.length)
  }
  return found
}

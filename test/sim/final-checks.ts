import { keys, partitions } from '../../functions/table/keys.ts'
import type { Item } from '../../functions/table/table.ts'
import type { SimulatedChain } from './chain.ts'
import type { Rules } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import { type SimulatedSubmission, start } from './initial-state.ts'

/** What still refuses payouts in the end: then the rest stays due, and that is said. */
export type RemainingTrouble = 'paused' | 'no gas' | 'daily limit' | null

interface World {
  table: SimulatedTable
  chain: SimulatedChain
  rules: Rules
  submitted: SimulatedSubmission[]
  promised: Map<string, string>
  everRefused: Set<string>
  /** What settlers said in the end, unless that was right. */
  unsettled: string[]
  remaining: RemainingTrouble
  /** Whether the last settler told somebody that payouts wait. */
  told: boolean
}

/** What is wrong with the world after a history: nothing, if the product keeps its promises. */
export function violations(world: World): string[] {
  const { chain, submitted, remaining, table, unsettled } = world
  const found: string[] = []
  if (unsettled.length > 0) found.push(`stuck: settlers say ${unsettled.join(', ')}`)
  for (const one of submitted)
    found.push(...wrongsOf(one, world).map((wrong) => `${one.id.slice(-3)}: ${wrong}`))

  const owed = new Set(
    submitted.flatMap(({ id, escrowId }) => {
      const payout = table.get(keys.payout(id))
      return payout ? [`${escrowId}/${payout.slot}`] : []
    }),
  )
  const paid = new Set<string>()
  for (const { escrowId, slot, recipient } of chain.state.transfers) {
    const place = `${escrowId}/${slot}`
    if (!owed.has(place)) found.push(`${place} was paid to ${recipient}, and nobody approved it`)
    if (paid.has(place)) found.push(`${place} was paid twice`)
    paid.add(place)
  }
  found.push(...wrongRefunds(world))
  if (remaining) return [...found, ...starving(world), ...untold(world), ...wrongTotals(world)]
  for (const item of table.items.values()) {
    if (item.sk === 'INFLIGHT') found.push('a transaction is in flight for ever')
    for (const place of [item.gsi1pk, item.gsi2pk])
      if (typeof place === 'string' && /#(due|confirming)$/.test(place) && !isHeldUp(world, String(item.id)))
        found.push(`${item.pk} is among ${place} for ever`)
  }
  return [...found, ...wrongTotals(world)]
}

function wrongsOf({ id, taskId, userId, escrowId, reward }: SimulatedSubmission, world: World): string[] {
  const { chain, everRefused, promised, table } = world
  const found: string[] = []
  const submission = table.get(keys.submission(taskId, userId)) as Item
  const payout = table.get(keys.payout(id))
  if ((submission.status === 'approved') !== (payout !== undefined))
    found.push(`is ${submission.status}, ${payout ? 'with a payout' : 'without a payout'}`)
  if (!payout) return found
  if (payout.recipient !== promised.get(id)) found.push('owes another wallet than the one at approval')
  const transfers = chain.state.transfers.filter(
    (one) => one.escrowId === escrowId && one.slot === payout.slot,
  )
  const [transfer] = transfers
  if (payout.status === 'due' && !world.remaining) found.push('stays due')
  if (payout.status === 'failed') {
    if (!payout.reason) found.push('failed without a reason')
    if (transfer) found.push(`failed (${payout.reason}), yet was paid by ${transfer.hash}`)
    if (!everRefused.has(String(payout.recipient))) found.push(`is blamed without cause: ${payout.reason}`)
    return found
  }
  if (payout.status !== 'paid') return found
  if (!transfer) return [...found, 'is marked paid, and the chain has not paid it']
  if (transfer.recipient !== payout.recipient) found.push(`was paid to ${transfer.recipient}`)
  if (transfer.amount !== reward) found.push(`was paid ${transfer.amount} for ${reward}`)
  for (const [where, hash] of [
    ['the payout', payout.transactionHash],
    ['the submission', submission.transactionHash],
  ])
    if (hash !== transfer.hash) found.push(`${where} names ${hash}, and ${transfer.hash} paid`)
  return found
}

/** A refund rightly waits while a reward of its task has failed: an admin may retry that. */
export const isHeldUp = ({ submitted, table }: Pick<World, 'submitted' | 'table'>, taskId: string): boolean =>
  table.get(keys.task(taskId))?.refunded === null &&
  submitted.some((one) => one.taskId === taskId && table.get(keys.payout(one.id))?.status === 'failed')

/** What is closed is closed once, on the chain and in the table alike, and its funder got what nobody had claimed. */
function wrongRefunds(world: World): string[] {
  const { chain, submitted, remaining, table } = world
  const found: string[] = []
  const { closes } = chain.state
  for (const [taskId, { escrowId }] of new Map(submitted.map((one) => [one.taskId, one]))) {
    const { closedAt, refunded, reward, maxCompletions, completions } = table.get(keys.task(taskId)) as Item
    const [closed, ...more] = closes.filter((one) => one.escrowId === escrowId)
    if (more.length > 0) found.push(`${escrowId} was closed twice`)
    if (closed && !closedAt) found.push(`${escrowId} was closed, and nobody asked for it`)
    if (!closedAt || (remaining && !refunded) || isHeldUp(world, taskId)) continue
    const { cents, hash } = (refunded ?? {}) as { cents?: number; hash?: string | null }
    if (!closed || (hash !== null && hash !== closed.hash))
      found.push(`${escrowId} was closed by ${closed?.hash}, not by ${hash}`)
    const unclaimed = Number(reward) * (Number(maxCompletions) - Number(completions))
    if (closed?.remainder !== unclaimed || cents !== unclaimed)
      found.push(`${escrowId} returned ${closed?.remainder}, noted as ${cents}, for ${unclaimed}`)
  }
  return found
}

/** A payout that is too dear for today's limit must not keep others waiting that are not. */
function starving({ chain, submitted, remaining, rules, table }: World): string[] {
  if (remaining !== 'daily limit') return []
  const { day, releasedToday } = chain.state
  const left = rules.dailyLimit - (day === Math.floor(start / 86_400_000) + 1 ? releasedToday : 0)
  return submitted.flatMap(({ id, reward }) =>
    table.get(keys.payout(id))?.status === 'due' && reward <= left
      ? [`${id.slice(-3)}: waits, though ${left} are left today and it is ${reward}`]
      : [],
  )
}

/** Payouts that wait for people to change something wait for ever, if nobody is told. */
const untold = ({ submitted, table, told }: World): string[] =>
  !told && submitted.some(({ id }) => table.get(keys.payout(id))?.status === 'due')
    ? ['payouts wait, and nobody is told']
    : []

function wrongTotals({ submitted, table }: World): string[] {
  const found: string[] = []
  const expect = (what: string, is: unknown, should: unknown) => {
    if (is !== should) found.push(`${what} is ${is}, should be ${should}`)
  }
  const approved = submitted.filter(({ id }) => table.get(keys.payout(id)))
  const decided = submitted.filter(
    ({ taskId, userId }) => table.get(keys.submission(taskId, userId))?.status !== 'pending',
  )
  const sum = (all: SimulatedSubmission[]) => all.reduce((total, { reward }) => total + reward, 0)
  const total = (name: string) =>
    table.all(partitions.totals).reduce((all, item) => all + Number(item[name] ?? 0), 0)
  expect('total approved', total('approved'), approved.length)
  expect('total paidOut', total('paidOut'), sum(approved))
  expect('total pending', total('pending'), submitted.length - decided.length)
  for (const taskId of new Set(submitted.map((one) => one.taskId))) {
    const task = table.get(keys.task(taskId)) as Item
    const own = approved.filter((one) => one.taskId === taskId)
    expect('completions', task.completions, own.length)
    if (own.length > Number(task.maxCompletions)) found.push('a task has too many completions')
    const slots = new Set(own.map(({ id }) => table.get(keys.payout(id))?.slot))
    if (slots.size !== own.length) found.push('two payouts share a slot')
    expect(
      'pending',
      task.pending,
      submitted.filter((one) => one.taskId === taskId && !decided.includes(one)).length,
    )
  }
  for (const userId of new Set(submitted.map((one) => one.userId))) {
    const own = approved.filter((one) => one.userId === userId)
    const user = table.get(keys.user(userId)) as Item
    expect('totalEarned', Number(user.totalEarned), sum(own))
    expect('completedTasks', Number(user.completedTasks), own.length)
  }
  return found
}

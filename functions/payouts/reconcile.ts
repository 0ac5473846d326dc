import * as z from 'zod'
import { isSlotOwed, isSlotPaid, owedCount, remainderOf, toBaseUnits, toCents } from '../../domain/escrow.ts'
import type { Services } from '../runtime/context.ts'
import { keys, partitions } from '../table/keys.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import { queues } from '../table/queue.ts'
import * as reconciliation from '../table/reconciliation.ts'
import * as signer from '../table/signer.ts'
import { type Item, pages, type Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as totals from '../table/totals.ts'
import { compare } from './verify.ts'

/** The money of all tasks on the chain and in the table, in CENTS, and every contradiction between the two. */
export interface Reconciliation {
  tasks: number
  /** The TAX balance of the contract. */
  balance: number
  /** What the contract owes to unpaid slots and funders; the balance must be at least this. */
  held: number
  /** The part of `held` that belongs to tasks of the table. The other part was funded without a saved task. */
  heldForTasks: number
  paid: number
  due: number
  failed: number
  returned: number
  /** Payments and refunds that the table does not show yet, but soon should. They are not differences. */
  pending: string[]
  differences: string[]
}

type Sums = Pick<Reconciliation, 'heldForTasks' | 'paid' | 'due' | 'failed' | 'returned'>

/** Tasks or payouts of one page, which are compared concurrently. */
const pageSize = 20

/**
 * Compares the escrow of every task on the chain with the table, the sums of both, and every due or failed payout with
 * the approval of its submission. The marketplace may be in use
 * meanwhile. Therefore a task that differs is compared again after `retryDelay` milliseconds, payments of the in-flight
 * transaction are pending, and the sums may lie between those read before and after the tasks.
 */
export async function reconcile(services: Services, retryDelay = 3000): Promise<Reconciliation> {
  const { table } = services
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  const differences: string[] = []
  const pending: string[] = []
  let count = 0
  const before = await readSums(services)
  for await (const page of pages(table, { index: 'gsi3', pk: partitions.tasks, limit: pageSize })) {
    count += page.length
    await Promise.all(
      page.map(async (item) => {
        const id = String(item.gsi3sk)
        const found = await compareTwice(services, id, retryDelay)
        for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += found.sums[name]
        differences.push(...found.differences.map((text) => `task ${id}: ${text}`))
        pending.push(...found.pending.map((text) => `task ${id}: ${text}`))
      }),
    )
  }
  differences.push(...(await payoutsWithoutApproval(table)))
  const after = await readSums(services)
  const { heldForTasks, paid, due, failed } = sums
  const claimed = paid + due + failed
  if (after.balance < after.held) differences.push(`the contract has ${after.balance} and owes ${after.held}`)
  if (before.held === after.held && after.held < heldForTasks)
    differences.push(`the contract holds ${after.held}, its escrows together ${heldForTasks}`)
  if (claimed < before.approved || claimed > after.approved)
    differences.push(`the totals count ${after.approved} approved, the payouts together ${claimed}`)
  const { balance, held } = after
  return { tasks: count, balance, held, ...sums, pending, differences }
}

interface Part {
  differences: string[]
  /** How many of these differences were found neither earlier in this round nor in the round before. */
  added: number
  /** Seconds since the last round was complete, or since the first part. */
  age: number
}

/** Differences that a round remembers, so that its item stays small. Further ones count as added in every round. */
const mostKnown = 500

/**
 * Compares the next page of tasks, and the balance of the contract with what it owes. Parts that follow each other make a
 * round over all tasks. Payouts are not compared with their approvals, because `settle` does that before it pays.
 * @param report is called before the part is saved, so that a run that stops between them reports a difference twice and not never
 */
export async function reconcilePart(
  services: Services,
  report: (part: Part) => void,
  retryDelay = 3000,
): Promise<void> {
  const { now, table } = services
  const round = (await reconciliation.round(table)) ?? { since: now(), found: [], foundBefore: [] }
  const page = await table.query({
    index: 'gsi3',
    pk: partitions.tasks,
    limit: pageSize,
    after: round.after,
  })
  const compared = page.items.map(async ({ gsi3sk: id }) => {
    const { differences } = await compareTwice(services, String(id), retryDelay)
    return differences.map((text) => `task ${id}: ${text}`)
  })
  const differences = (await Promise.all(compared)).flat()
  const { balance, held } = await readBalance(services)
  if (balance < held) differences.push(`the contract has ${balance} and owes ${held}`)
  const known = new Set([...round.foundBefore, ...round.found])
  const found = [...new Set([...round.found, ...differences])].slice(0, mostKnown)
  const next = page.next
    ? { ...round, found, after: page.next }
    : { since: now(), found: [], foundBefore: found }
  const added = differences.filter((text) => !known.has(text)).length
  report({ differences, added, age: Math.round((now() - next.since) / 1000) })
  await reconciliation.saveRound(table, next)
}

/** The sums of all tasks on the contract and in the table, in CENTS. `approved` never decreases. */
async function readSums(services: Services) {
  const [onChain, kept] = await Promise.all([readBalance(services), totals.read(services.table)])
  return { ...onChain, approved: kept.paidOut }
}

/** What the contract owes and what it has, in CENTS. */
async function readBalance({ chain }: Services) {
  const { balance, held } = await chain.funds()
  return { balance: toCents(balance), held: toCents(held) }
}

/** Compares a task again after `retryDelay` milliseconds if it differs, because the marketplace is in use. */
async function compareTwice(services: Services, id: string, retryDelay: number) {
  const first = await compareReadableTask(services, id)
  if (first.differences.length === 0) return first
  await services.sleep(retryDelay)
  return compareReadableTask(services, id)
}

/** As `compareTask`. An item of the task that cannot be read is a difference. */
const compareReadableTask = (services: Services, id: string) =>
  compareTask(services, id).catch((error: unknown) => {
    const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
    return { sums, pending: [], differences: [`an item cannot be read (${attributesOf(error)})`] }
  })

/** What is wrong with a stored value: the attributes that the schema refuses, or a message. Throws any other error again. */
function attributesOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(({ path }) => path.join('.')).join(', ')
  const isValue = error instanceof RangeError || error instanceof SyntaxError
  if (error instanceof Error && (isValue || ('code' in error && error.code === 'INVALID_ARGUMENT')))
    return error.message
  throw error
}

/** Compares the payouts and the refund of a task in the table with the slots of its escrow on the chain. */
async function compareTask({ chain, now, table }: Services, id: string) {
  const task = await tasks.get(table, id)
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  const differences: string[] = []
  const pending: string[] = []
  if (!task) return { sums, pending, differences: ['it is in the index only'] }
  const owed = await payoutsOf(table, id)
  const [state, inFlight] = await Promise.all([chain.escrow(task.escrowId), signer.inFlight(table)])
  const check = (differs: boolean, text: string) => differs && differences.push(text)

  for (const { amount, status } of owed) sums[status] += amount
  check(owed.length !== task.completions, `${task.completions} completions, ${owed.length} payouts`)
  if (!state && task.fundingLost) pending.push('a reorganisation took its funding back')
  else if (!state) differences.push('the chain does not know its escrow')
  if (!state) return { sums, pending, differences }
  sums.heldForTasks = toCents(state.reward) * owedCount(state) + (state.closed ? 0 : remainderOf(state))
  const first = task.firstPart?.cents ?? 0
  sums.returned = first + (task.refunded?.cents ?? 0)
  const returnedSlots = task.maxCompletions - state.slots
  if (returnedSlots > 0 && task.firstPart === null && !task.refunded)
    pending.push('the first part of its refund is on the chain and not yet in the table')
  else
    check(
      state.reward !== toBaseUnits(task.reward) || returnedSlots * task.reward !== first,
      'its reward or completions are not those of its escrow',
    )
  // `OldestRefund` reports a due refund (null) that stays pending. From `refundableAt` on, the funder may call `refund`.
  const mayBePending = task.refunded === null || now() >= task.refundableAt * 1000
  if (state.closed && !task.refunded && mayBePending)
    pending.push('its refund is on the chain and not yet in the table')
  else
    check(
      state.closed !== Boolean(task.refunded),
      state.closed ? 'closed on the chain only' : 'refunded in the table only',
    )
  const returned = remainderOf(state)
  if (state.closed && task.refunded)
    check(
      task.refunded.cents !== returned,
      `${task.refunded.cents} refunded in the table, ${returned} on the chain`,
    )
  const isReturned = (slot: number) => state.closed || slot >= state.slots
  const byNumber = new Map(owed.map((payout) => [payout.slot, payout]))
  for (let slot = 0; slot < Math.max(state.slots, task.maxCompletions); slot++) {
    const payout = byNumber.get(slot)
    const label = payout ? `slot ${slot}, submission ${payout.submissionId}` : `slot ${slot}`
    const isPaid = isSlotPaid(state, slot)
    const isInFlight = payout?.status === 'due' && inFlight?.submissionIds.includes(payout.submissionId)
    if (isPaid && isInFlight) pending.push(`${label} is paid by the in-flight transaction`)
    else check(isPaid && payout?.status !== 'paid', `${label} is paid on the chain only`)
    check(!isPaid && payout?.status === 'paid', `${label} is paid in the table only`)
    check(
      isReturned(slot) &&
        !isPaid &&
        !isSlotOwed(state, slot) &&
        payout !== undefined &&
        payout.status !== 'paid',
      `${label} is ${payout?.status}, but the escrow has returned its money`,
    )
  }
  return { sums, pending, differences }
}

async function payoutsOf(table: Table, taskId: string): Promise<Payout[]> {
  const all: Payout[] = []
  const { pk, sk: prefix } = keys.submission(taskId, '')
  for await (const page of pages(table, { pk, prefix, limit: 1000 })) {
    const approved = page.filter(({ status }) => status === 'approved')
    const found = await Promise.all(approved.map(({ id }) => payouts.get(table, String(id))))
    all.push(...found.filter((payout) => payout !== undefined))
  }
  return all
}

/**
 * The due and failed payouts that do not agree with an approved submission and its task: `settle` does not pay them. A
 * payout that changes its status meanwhile may be read from both indexes, so equal differences are reported once.
 */
async function payoutsWithoutApproval(table: Table): Promise<Set<string>> {
  const differences = new Set<string>()
  for (const pk of [partitions.due, queues.failedPayouts.pk])
    for await (const page of pages(table, { index: 'gsi1', pk, limit: pageSize })) {
      const read = async ({ submissionId }: Item) => {
        const unreadable = (error: unknown) => {
          differences.add(`payout of submission ${submissionId}: it cannot be read (${attributesOf(error)})`)
        }
        return payouts.get(table, String(submissionId)).catch(unreadable)
      }
      const readable = (await Promise.all(page.map(read))).filter((payout) => payout !== undefined)
      for (const [{ submissionId }, reason] of await compare(table, readable))
        differences.add(`payout of submission ${submissionId}: ${reason}`)
    }
  return differences
}

import { Contract } from 'ethers'
import * as z from 'zod'
import { escrowAbi, tokenAbi } from '../contracts/abi.ts'
import { isSlotOwed, isSlotPaid, owedCount, remainderOf, toBaseUnits, toCents } from '../domain/escrow.ts'
import { token } from '../domain/limits.ts'
import type { Payout } from '../domain/payout.ts'
import type { Services } from '../functions/context.ts'
import { compare } from '../functions/payouts/verify.ts'
import { keys, partitions } from '../functions/table/keys.ts'
import * as payouts from '../functions/table/payouts.ts'
import * as reconciliation from '../functions/table/reconciliation.ts'
import * as signer from '../functions/table/signer.ts'
import type { Item, Query, Table } from '../functions/table/table.ts'
import * as tasks from '../functions/table/tasks.ts'
import * as totals from '../functions/table/totals.ts'
import { runCommand, servicesFromEnvironment } from './command.ts'
import { openProvider } from './contract-calls.ts'

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

/** Milliseconds after the close of a task in which its refund may be on the chain and not yet in the table. */
const refundDelay = 3_600_000

/** Tasks or payouts of one page, which are compared concurrently. */
const pageSize = 20

/**
 * Compares the escrow of every task on the chain with the table, the sums of both, and every due or failed payout with
 * the approval of its submission. The marketplace may be in use
 * meanwhile. Therefore a task that differs is compared again after `retryDelay` milliseconds, payments of the in-flight
 * transaction are pending, and the sums may lie between those read before and after the tasks.
 */
export async function reconcile(services: Services, retryDelay = 3000): Promise<Reconciliation> {
  const { sleep, table } = services
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  const differences: string[] = []
  const pending: string[] = []
  let count = 0
  const before = await readSums(services)
  for await (const page of pages(table, { index: 'gsi3', pk: partitions.tasks, limit: pageSize })) {
    count += page.length
    await Promise.all(
      page.map(async (item) => {
        const id = String(item.id)
        let found = await compareReadableTask(services, id)
        if (found.differences.length > 0) {
          await sleep(retryDelay)
          found = await compareReadableTask(services, id)
        }
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

/** The sums of all tasks on the contract and in the table, in CENTS. `approved` never decreases. */
async function readSums({ config, table }: Services) {
  const provider = openProvider(config)
  try {
    const escrow = new Contract(config.ESCROW_ADDRESS, escrowAbi, provider)
    const taxToken = new Contract(await escrow.getFunction('token').staticCall(), tokenAbi, provider)
    // Both are read at one block, so that no payment lies between them.
    const at = { blockTag: await provider.getBlockNumber() }
    const [held, balance, kept] = await Promise.all([
      escrow.getFunction('totalHeld').staticCall(at).then(toCents),
      taxToken.getFunction('balanceOf').staticCall(config.ESCROW_ADDRESS, at).then(toCents),
      totals.read(table),
    ])
    return { held, balance, approved: kept.paidOut }
  } finally {
    provider.destroy()
  }
}

/** The pages of a query, one after another. */
async function* pages(table: Table, query: Query): AsyncGenerator<Item[]> {
  let after: Item | undefined
  do {
    const page = await table.query({ ...query, after })
    yield page.items
    after = page.next
  } while (after)
}

/** As `compareTask`. An item of the task that cannot be read is a difference. */
const compareReadableTask = (services: Services, id: string) =>
  compareTask(services, id).catch((error: unknown) => {
    const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
    return { sums, pending: [], differences: [`an item cannot be read (${attributesOf(error)})`] }
  })

/** The attributes that the stored schema refuses. Throws any other error again. */
function attributesOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(({ path }) => path.join('.')).join(', ')
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
  if (!state) return { sums, pending, differences: [...differences, 'the chain does not know its escrow'] }
  sums.heldForTasks = toCents(state.reward) * owedCount(state) + (state.closed ? 0 : remainderOf(state))
  sums.returned = task.refunded?.cents ?? 0
  check(
    state.reward !== toBaseUnits(task.reward) || state.slots !== task.maxCompletions,
    'its reward or completions are not those of its escrow',
  )
  const mayBePending = now() - Date.parse(task.closedAt ?? '') < refundDelay
  if (state.closed && task.refunded === null && mayBePending)
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
  const byNumber = new Map(owed.map((payout) => [payout.slot, payout]))
  for (let slot = 0; slot < state.slots; slot++) {
    const payout = byNumber.get(slot)
    const label = payout ? `slot ${slot}, submission ${payout.submissionId}` : `slot ${slot}`
    const isPaid = isSlotPaid(state, slot)
    const isInFlight = payout?.status === 'due' && inFlight?.submissionIds.includes(payout.submissionId)
    if (isPaid && isInFlight) pending.push(`${label} is paid by the in-flight transaction`)
    else check(isPaid && payout?.status !== 'paid', `${label} is paid on the chain only`)
    check(!isPaid && payout?.status === 'paid', `${label} is paid in the table only`)
    check(
      state.closed && !isPaid && !isSlotOwed(state, slot) && payout !== undefined && payout.status !== 'paid',
      `${label} is ${payout?.status}, but its escrow is closed and the money was returned`,
    )
  }
  return { sums, pending, differences }
}

async function payoutsOf(table: Table, taskId: string): Promise<Payout[]> {
  const { pk } = keys.task(taskId)
  const all: Payout[] = []
  for await (const page of pages(table, { pk, prefix: keys.submission('', '').sk, limit: 1000 })) {
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
  for (const pk of [partitions.due, partitions.failed])
    for await (const page of pages(table, { index: 'gsi1', pk, limit: pageSize })) {
      const read = async ({ submissionId }: Item) => {
        const unreadable = (error: unknown) => {
          differences.add(`payout of submission ${submissionId}: it cannot be read (${attributesOf(error)})`)
        }
        return payouts.get(table, String(submissionId)).catch(unreadable)
      }
      const readable = (await Promise.all(page.map(read))).filter((payout) => payout !== undefined)
      for (const [{ submissionId }, reason] of (await compare(table, readable)).reasons)
        differences.add(`payout of submission ${submissionId}: ${reason}`)
    }
  return differences
}

async function run() {
  const services = servicesFromEnvironment()
  const found = await reconcile(services)
  const { differences, pending } = found
  const at = new Date(services.now()).toISOString()
  await reconciliation.save(services.table, { at, agrees: differences.length === 0 })
  const line = (label: string, cents: number, note = '') =>
    `${label.padEnd(26)}${cents.toLocaleString('en').padStart(14)} ${token.symbol}${note}`
  const lines = [
    line('held by the contract', found.held, `, of a balance of ${found.balance.toLocaleString('en')}`),
    line('  for the tasks', found.heldForTasks, `, ${found.tasks} tasks`),
    line('  funded, never saved', found.held - found.heldForTasks),
    line('owed to doers', found.due + found.failed),
    line('  due', found.due),
    line('  failed', found.failed),
    line('paid to doers', found.paid),
    line('returned to funders', found.returned),
    '',
    ...pending.map((text) => `PENDING     ${text}`),
    ...differences.map((text) => `DIFFERENCE  ${text}`),
  ]
  if (differences.length === 0) lines.push('Chain and table agree.')
  return { output: lines.join('\n'), ok: differences.length === 0 }
}

if (import.meta.main) await runCommand(run)

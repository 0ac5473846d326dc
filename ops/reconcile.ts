import { Contract, JsonRpcProvider } from 'ethers'
import { escrowAbi, tokenAbi } from '../contracts/abi.ts'
import { isSlotPaid, toBaseUnits, toCents } from '../domain/escrow.ts'
import type { Payout } from '../domain/payout.ts'
import type { Services } from '../functions/context.ts'
import { keys, partitions } from '../functions/table/keys.ts'
import * as payouts from '../functions/table/payouts.ts'
import * as signer from '../functions/table/signer.ts'
import type { Item, Query, Table } from '../functions/table/table.ts'
import * as tasks from '../functions/table/tasks.ts'
import * as totals from '../functions/table/totals.ts'

/** What chain and table say of all money, in CENTS, and where they contradict each other. */
export interface Reconciliation {
  tasks: number
  /** What the contract holds, and what of it is for tasks of the table; the rest was funded and never saved. */
  balance: number
  held: number
  heldForTasks: number
  paid: number
  due: number
  failed: number
  returned: number
  /** What no second look can settle while people go on, and contradicts nothing. */
  onTheirWay: string[]
  differences: string[]
}

type Sums = Pick<Reconciliation, 'heldForTasks' | 'paid' | 'due' | 'failed' | 'returned'>

/** Milliseconds that a refund on the chain may take until it is noted. */
const longest = 3_600_000

/** Tasks looked at side by side. */
const mapWithConcurrency = 20

/**
 * Holds every task's escrow on the chain against what the table says of it, and the sums of both against each other's.
 * People go on meanwhile: what differs is looked at once more after `patience` milliseconds; what the transaction in
 * flight pays may show on the chain first; and sums are held against those from before and after the walk.
 */
export async function reconcile(services: Services, patience = 3000): Promise<Reconciliation> {
  const { sleep, table } = services
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  const differences: string[] = []
  const onTheirWay: string[] = []
  let count = 0
  const before = await readSums(services)
  for await (const page of pages(table, { index: 'gsi3', pk: partitions.tasks, limit: mapWithConcurrency })) {
    count += page.length
    await Promise.all(
      page.map(async (item) => {
        const id = String(item.id)
        let found = await look(services, id)
        if (found.differences.length > 0) {
          await sleep(patience)
          found = await look(services, id)
        }
        for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += found.sums[name]
        differences.push(...found.differences.map((text) => `task ${id}: ${text}`))
        onTheirWay.push(...found.onTheirWay.map((text) => `task ${id}: ${text}`))
      }),
    )
  }
  const after = await readSums(services)
  const { heldForTasks, paid, due, failed } = sums
  const claimed = paid + due + failed
  if (after.balance < after.held) differences.push(`the contract has ${after.balance} and owes ${after.held}`)
  if (before.held === after.held && after.held < heldForTasks)
    differences.push(`the contract holds ${after.held}, its escrows together ${heldForTasks}`)
  if (claimed < before.approved || claimed > after.approved)
    differences.push(`the totals count ${after.approved} approved, the payouts together ${claimed}`)
  const { balance, held } = after
  return { tasks: count, balance, held, ...sums, onTheirWay, differences }
}

/** What contract and table say of all tasks together, in CENTS: `approved` only ever grows. */
async function readSums({ config, table }: Services) {
  const provider = new JsonRpcProvider(config.RPC_URL, config.CHAIN_ID, {
    staticNetwork: true,
    cacheTimeout: -1,
  })
  try {
    const escrow = new Contract(config.ESCROW_ADDRESS, escrowAbi, provider)
    const token = new Contract(await escrow.getFunction('token').staticCall(), tokenAbi, provider)
    // At one block, so that no payment falls between the two.
    const at = { blockTag: await provider.getBlockNumber() }
    const [held, balance, kept] = await Promise.all([
      escrow.getFunction('totalHeld').staticCall(at).then(toCents),
      token.getFunction('balanceOf').staticCall(config.ESCROW_ADDRESS, at).then(toCents),
      totals.read(table),
    ])
    return { held, balance, approved: kept.paidOut }
  } finally {
    provider.destroy()
  }
}

/** The items of a partition, page by page. */
async function* pages(table: Table, query: Query): AsyncGenerator<Item[]> {
  let after: Item | undefined
  do {
    const page = await table.query({ ...query, after })
    yield page.items
    after = page.next
  } while (after)
}

/** One task: its payouts and its refund in the table against its escrow's slots on the chain. */
async function look({ chain, now, table }: Services, id: string) {
  const task = await tasks.get(table, id)
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  const differences: string[] = []
  const onTheirWay: string[] = []
  if (!task) return { sums, onTheirWay, differences: ['it is in the index only'] }
  const owed = await payoutsOf(table, id)
  const [state, flying] = await Promise.all([chain.escrow(task.escrowId), signer.inFlight(table)])
  const differs = (is: boolean, text: string) => is && differences.push(text)

  for (const { amount, status } of owed) sums[status] += amount
  differs(owed.length !== task.completions, `${task.completions} completions, ${owed.length} payouts`)
  if (!state) return { sums, onTheirWay, differences: [...differences, 'the chain does not know its escrow'] }
  sums.heldForTasks = state.closed ? 0 : toCents(state.reward) * (state.slots - state.paidCount)
  sums.returned = task.refunded?.cents ?? 0
  differs(
    state.reward !== toBaseUnits(task.reward) || state.slots !== task.maxCompletions,
    'its reward or completions are not those of its escrow',
  )
  const isYoung = now() - Date.parse(task.closedAt ?? '') < longest
  if (state.closed && task.refunded === null && isYoung)
    onTheirWay.push('its refund is on the chain and not noted yet')
  else
    differs(
      state.closed !== Boolean(task.refunded),
      state.closed ? 'closed on the chain only' : 'refunded in the table only',
    )
  const returned = toCents(state.reward) * (state.slots - state.paidCount)
  if (state.closed && task.refunded)
    differs(
      task.refunded.cents !== returned,
      `${task.refunded.cents} noted as refunded, ${returned} returned`,
    )
  const byNumber = new Map(owed.map((payout) => [payout.slot, payout]))
  for (let slot = 0; slot < state.slots; slot++) {
    const payout = byNumber.get(slot)
    const said = payout ? `slot ${slot}, submission ${payout.submissionId}` : `slot ${slot}`
    const isPaid = isSlotPaid(state, slot)
    const isFlying = payout?.status === 'due' && flying?.submissionIds.includes(payout.submissionId)
    if (isPaid && isFlying) onTheirWay.push(`${said} is paid by the transaction in flight`)
    else differs(isPaid && payout?.status !== 'paid', `${said} is paid on the chain only`)
    differs(!isPaid && payout?.status === 'paid', `${said} is paid in the table only`)
    differs(
      state.closed && !isPaid && payout !== undefined && payout.status !== 'paid',
      `${said} is ${payout?.status} on a closed escrow, so what it claims went back`,
    )
  }
  return { sums, onTheirWay, differences }
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

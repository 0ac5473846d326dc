import { Contract, JsonRpcProvider } from 'ethers'
import { escrowAbi, tokenAbi } from '../contracts/abi.ts'
import { isSlotPaid, toBaseUnits, toCents } from '../domain/escrow.ts'
import type { Payout } from '../domain/payout.ts'
import type { Services } from '../functions/context.ts'
import { keys, partitions } from '../functions/table/keys.ts'
import * as payouts from '../functions/table/payouts.ts'
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
  differences: string[]
}

type Sums = Pick<Reconciliation, 'heldForTasks' | 'paid' | 'due' | 'failed' | 'returned'>

/** Tasks looked at side by side. */
const abreast = 20

/**
 * Holds every task's escrow on the chain against what the table says of it, and the sums of both against each other's.
 * What differs is looked at once more after `patience` milliseconds, since people go on meanwhile.
 */
export async function reconcile(services: Services, patience = 3000): Promise<Reconciliation> {
  const { config, sleep, table } = services
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  const differences: string[] = []
  let count = 0
  for await (const page of pages(table, { index: 'gsi3', pk: partitions.tasks, limit: abreast })) {
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
      }),
    )
  }
  const provider = new JsonRpcProvider(config.RPC_URL, config.CHAIN_ID, {
    staticNetwork: true,
    cacheTimeout: -1,
  })
  const escrow = new Contract(config.ESCROW_ADDRESS, escrowAbi, provider)
  const token = new Contract(await escrow.getFunction('token').staticCall(), tokenAbi, provider)
  const [held, balance, kept] = await Promise.all([
    escrow.getFunction('totalHeld').staticCall().then(toCents),
    token.getFunction('balanceOf').staticCall(config.ESCROW_ADDRESS).then(toCents),
    totals.read(table),
  ])
  provider.destroy()
  const { heldForTasks, paid, due, failed } = sums
  if (balance < held) differences.push(`the contract has ${balance} and owes ${held}`)
  if (held < heldForTasks)
    differences.push(`the contract holds ${held}, its escrows together ${heldForTasks}`)
  if (kept.paidOut !== paid + due + failed)
    differences.push(`the totals count ${kept.paidOut} approved, the payouts together ${paid + due + failed}`)
  return { tasks: count, balance, held, ...sums, differences }
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
async function look({ chain, table }: Services, id: string) {
  const task = await tasks.get(table, id)
  const sums: Sums = { heldForTasks: 0, paid: 0, due: 0, failed: 0, returned: 0 }
  if (!task) return { sums, differences: ['it is in the index only'] }
  const owed = await payoutsOf(table, id)
  const state = await chain.escrow(task.escrowId)
  const differences: string[] = []
  const differs = (is: boolean, text: string) => is && differences.push(text)

  for (const { amount, status } of owed) sums[status] += amount
  differs(owed.length !== task.completions, `${task.completions} completions, ${owed.length} payouts`)
  if (!state) return { sums, differences: [...differences, 'the chain does not know its escrow'] }
  sums.heldForTasks = state.closed ? 0 : toCents(state.reward) * (state.slots - state.paidCount)
  sums.returned = task.refunded?.cents ?? 0
  differs(
    state.reward !== toBaseUnits(task.reward) || state.slots !== task.maxCompletions,
    'its reward or completions are not those of its escrow',
  )
  differs(
    state.closed !== Boolean(task.refunded),
    state.closed ? 'closed on the chain only' : 'refunded in the table only',
  )
  const byNumber = new Map(owed.map((payout) => [payout.slot, payout]))
  for (let slot = 0; slot < state.slots; slot++) {
    const payout = byNumber.get(slot)
    const said = payout ? `slot ${slot}, submission ${payout.submissionId}` : `slot ${slot}`
    const isPaid = isSlotPaid(state, slot)
    differs(isPaid && payout?.status !== 'paid', `${said} is paid on the chain only`)
    differs(!isPaid && payout?.status === 'paid', `${said} is paid in the table only`)
    differs(state.closed && payout?.status === 'due', `${said} is due on a closed escrow`)
  }
  return { sums, differences }
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

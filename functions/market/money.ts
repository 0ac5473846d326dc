import type { Money } from '../../domain/admin-money.ts'
import { toCents } from '../../domain/escrow.ts'
import type { PublicMoney } from '../../domain/public-money.ts'
import { isFirstPartDue, unclaimable, unclaimed } from '../../domain/refund.ts'
import type { Services } from '../runtime/context.ts'
import * as payouts from '../table/payouts.ts'
import * as reconciliation from '../table/reconciliation.ts'
import * as refunds from '../table/refunds.ts'
import * as tasks from '../table/tasks.ts'
import * as totals from '../table/totals.ts'
import * as users from '../table/users.ts'

/** The most due payouts and refunds that are counted, and the most failed payouts that are counted or shown. */
const most = { due: 1000, refunds: 100, failed: 100 }

/** The money for the admin page: the means of the signing key, and failed payouts. */
export async function money({ chain, log, table }: Services): Promise<Money> {
  const onChain = async () => {
    const [funds, signerAddress] = await Promise.all([chain.funds(), chain.operator()])
    const { gas, operator, paused } = funds
    const signerIsOperator = operator === signerAddress
    return { ...amountsOf(funds), paused, signerAddress, signerIsOperator, gas: String(gas) }
  }
  const [signer, failed] = await Promise.all([orNull(onChain(), log), payouts.failed(table, most.failed)])
  const [names, found] = await Promise.all([
    users.namesOf(
      table,
      failed.map(({ userId }) => userId),
    ),
    tasks.ofItems(table, failed),
  ])
  const named = failed.map((one) => ({
    ...one,
    userName: names.get(one.userId) ?? null,
    taskTitle: found.get(one.taskId)?.title ?? null,
  }))
  return { chain: signer, failed: named, failedMore: failed.length === most.failed }
}

/** Milliseconds for which a function answers the same figures, so that many readers cost the chain one read. */
const keptFor = 30_000

/** The last answer for each table: a function has one table, and a test process has several. */
const kept = new WeakMap<Services['table'], { until: number; figures: Promise<PublicMoney> }>()

/** The money of the marketplace for everybody, at most 30 seconds old. */
export function publicMoney(services: Services): Promise<PublicMoney> {
  const { now, table } = services
  const last = kept.get(table)
  if (last && now() < last.until) return last.figures
  const figures = readPublic(services)
  kept.set(table, { until: now() + keptFor, figures })
  figures.catch(() => kept.delete(table))
  return figures
}

async function readPublic({ chain, log, now, table }: Services): Promise<PublicMoney> {
  const at = new Date(now()).toISOString()
  const [onChain, approved, { due, failed, refundsDue }, reconciled] = await Promise.all([
    orNull(readContract(chain), log),
    totals.read(table),
    queues(table),
    reconciliation.last(table),
  ])
  const paid = Math.max(0, approved.paidOut - due.amount - failed.amount)
  return { at, chain: onChain, paid, due, failed, refundsDue, reconciled }
}

/** Due payouts, failed payouts and due refunds. `amount` in CENTS; `more` if there are more than `count`. */
async function queues(table: Services['table']) {
  const [due, refundsDue, failed] = await Promise.all([
    payouts.queued(table, most.due),
    refunds.due(table, most.refunds),
    payouts.failed(table, most.failed),
  ])
  return {
    due: {
      count: due.length,
      amount: sum(due.map(({ amount }) => amount)),
      held: sum(due.filter(({ isHeld }) => isHeld).map(({ amount }) => amount)),
      oldest: oldest(due.map(({ createdAt }) => createdAt)),
      more: due.length === most.due,
    },
    refundsDue: {
      count: refundsDue.length,
      amount: sum(refundsDue.map((task) => (isFirstPartDue(task) ? unclaimable(task) : unclaimed(task)))),
      oldest: oldest(refundsDue.flatMap(({ closedAt }) => closedAt ?? [])),
      more: refundsDue.length === most.refunds,
    },
    failed: {
      count: failed.length,
      amount: sum(failed.map(({ amount }) => amount)),
      more: failed.length === most.failed,
    },
  }
}

type Funds = Awaited<ReturnType<Services['chain']['funds']>>

/** In CENTS. */
const amountsOf = ({ balance, dailyLimit, held, leftToday }: Funds) => ({
  balance: toCents(balance),
  held: toCents(held),
  dailyLimit: toCents(dailyLimit),
  leftToday: toCents(leftToday),
})

/** The end of the year 9999, in Unix seconds: the pause of the owner has no end. */
const noEnd = 253_402_300_799

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString()

async function readContract(chain: Services['chain']): Promise<PublicMoney['chain']> {
  const [escrowAddress, funds, announced] = await Promise.all([
    chain.escrowAddress(),
    chain.funds(),
    chain.announcements(),
  ])
  return {
    ...amountsOf(funds),
    escrowAddress,
    operator: funds.operator,
    pausedUntil: funds.paused ? isoTime(Math.min(funds.pausedUntil, noEnd)) : null,
    announced: announced.map((one) => ({ ...one, effectiveAt: isoTime(one.effectiveAt) })),
  }
}

/** What was read from the chain, or null if the chain does not answer. */
const orNull = <Read>(reading: Promise<Read>, log: Services['log']): Promise<Read | null> =>
  reading.catch((error: Error) => {
    log.warn('the chain could not be read', { error: error.name })
    return null
  })

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

/** The earliest of these times (ISO 8601). */
const oldest = (times: string[]) => times.toSorted()[0] ?? null

import { toCents } from '../../domain/escrow.ts'
import type { PublicMoney } from '../../domain/public-money.ts'
import { unclaimed } from '../../domain/refund.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as reconciliation from '../table/reconciliation.ts'
import * as refunds from '../table/refunds.ts'
import * as totals from '../table/totals.ts'

/** The most due payouts, failed payouts and refunds that are counted. */
const most = { due: 1000, failed: 100, refunds: 100 }

/** Milliseconds for which a function answers the same figures, so that many readers cost the chain one read. */
const keptFor = 30_000

/** The last answer for each table: a function has one table, and a test process has several. */
const kept = new WeakMap<Services['table'], { until: number; figures: Promise<PublicMoney> }>()

/** The money of the marketplace for everybody, at most 30 seconds old. */
export function publicMoney(services: Services): Promise<PublicMoney> {
  const { now, table } = services
  const last = kept.get(table)
  if (last && now() < last.until) return last.figures
  const figures = read(services)
  kept.set(table, { until: now() + keptFor, figures })
  figures.catch(() => kept.delete(table))
  return figures
}

async function read({ chain, log, now, table }: Services): Promise<PublicMoney> {
  const at = new Date(now()).toISOString()
  const [onChain, approved, due, failed, refundsDue, reconciled] = await Promise.all([
    readChain(chain).catch((error: Error) => {
      log.warn('the chain could not be read', { error: error.name })
      return null
    }),
    totals.read(table),
    payouts.queued(table, most.due),
    payouts.failed(table, most.failed),
    refunds.due(table, most.refunds),
    reconciliation.last(table),
  ])
  const waiting = {
    due: sum(due.map(({ amount }) => amount)),
    failed: sum(failed.map(({ amount }) => amount)),
  }
  return {
    at,
    chain: onChain,
    paid: Math.max(0, approved.paidOut - waiting.due - waiting.failed),
    due: {
      count: due.length,
      amount: waiting.due,
      held: sum(due.filter(({ isHeld }) => isHeld).map(({ amount }) => amount)),
      oldest: oldest(due.map(({ createdAt }) => createdAt)),
      more: due.length === most.due,
    },
    failed: { count: failed.length, amount: waiting.failed, more: failed.length === most.failed },
    refundsDue: {
      count: refundsDue.length,
      amount: sum(refundsDue.map(unclaimed)),
      oldest: oldest(refundsDue.flatMap(({ closedAt }) => closedAt ?? [])),
      more: refundsDue.length === most.refunds,
    },
    reconciled,
  }
}

/** The end of the year 9999, in Unix seconds: the pause of the owner has no end. */
const noEnd = 253_402_300_799

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString()

async function readChain(chain: Services['chain']): Promise<PublicMoney['chain']> {
  const [funds, announced] = await Promise.all([chain.funds(), chain.announcements()])
  return {
    escrowAddress: chain.escrowAddress,
    balance: toCents(funds.balance),
    held: toCents(funds.held),
    operator: funds.operator,
    dailyLimit: toCents(funds.dailyLimit),
    leftToday: toCents(funds.leftToday),
    pausedUntil: funds.paused ? isoTime(Math.min(funds.pausedUntil, noEnd)) : null,
    announced: announced.map((one) => ({ ...one, effectiveAt: isoTime(one.effectiveAt) })),
  }
}

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

/** The earliest of these times (ISO 8601). */
const oldest = (times: string[]) => times.toSorted()[0] ?? null

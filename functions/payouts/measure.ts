import { toCents } from '../../domain/escrow.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as refunds from '../table/refunds.ts'
import * as spending from '../table/spending.ts'

/** The most payouts and refunds that are counted. */
const most = { payouts: 1000, failed: 100, refunds: 100 }

/**
 * Writes the metrics for alarms: due and failed payouts, due refunds, the signer's gas, and what is left of the daily
 * limit and of the gas budget. If one of them cannot be read, a warning is logged and the others are still written.
 */
export async function measure(services: Services): Promise<void> {
  const figures = { due, failed, refundsDue, funds }
  await Promise.all(
    Object.entries(figures).map(([name, read]) =>
      read(services).catch((error: Error) => services.log.warn(`not measured: ${name}`, error)),
    ),
  )
}

async function due({ meter, now, table }: Services) {
  const found = await payouts.queued(table, most.payouts)
  const since = found.map(({ createdAt }) => createdAt)
  meter.due(found.length, oldest(now(), since))
}

async function failed({ meter, table }: Services) {
  meter.failedNow((await payouts.failed(table, most.failed)).length)
}

async function refundsDue({ meter, now, table }: Services) {
  const found = await refunds.due(table, most.refunds)
  const since = found.map(({ closedAt }) => closedAt ?? '')
  meter.refundsDue(found.length, oldest(now(), since))
}

async function funds({ chain, config, meter, now, table }: Services) {
  const { dailyLimit, gas, leftToday } = await chain.funds()
  const left = Number((leftToday * 10_000n) / (dailyLimit || 1n)) / 100
  meter.signerFunds(Number(gas) / 1e18, left)
  const fees =
    config.GAS_BUDGET === undefined ? 0 : (await spending.feesToday(table, now())) / config.GAS_BUDGET
  const cents = await spending.largestCreator(table, now())
  meter.usedToday(100 * fees, (100 * cents) / Math.max(1, toCents(dailyLimit)))
}

/** Seconds since the earliest of these moments (ISO 8601); 0 when there is none. */
function oldest(now: number, moments: string[]): number {
  const first = Math.min(now, ...moments.map((moment) => Date.parse(moment)))
  return Math.round((now - first) / 1000)
}

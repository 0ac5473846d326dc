import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as refunds from '../table/refunds.ts'

/** Payouts, failed ones and refunds that are counted at most. */
const most = { payouts: 1000, failed: 100, refunds: 100 }

/**
 * Measures what is still due or set aside, and what the signer has to pay it with, for the alarms on what waits. What cannot be measured,
 * since the table or the chain is out of reach, leaves a warning and keeps nothing else from it.
 */
export async function measure(services: Services): Promise<void> {
  const all = { due, setAside, refundsDue, purse }
  const measured = Object.entries(all).map(([what, one]) =>
    one(services).catch((error: Error) => services.log.warn(`not measured: ${what}`, error)),
  )
  await Promise.all(measured)
}

async function due({ meter, now, table }: Services) {
  const found = await payouts.due(table, most.payouts)
  const since = found.map(({ createdAt }) => createdAt)
  meter.due(found.length, oldest(now(), since))
}

async function setAside({ meter, table }: Services) {
  meter.setAside((await payouts.failed(table, most.failed)).length)
}

async function refundsDue({ meter, now, table }: Services) {
  const found = await refunds.due(table, most.refunds)
  const since = found.map(({ closedAt }) => closedAt ?? '')
  meter.refundsDue(found.length, oldest(now(), since))
}

async function purse({ chain, meter }: Services) {
  const { dailyLimit, gas, leftToday } = await chain.purse()
  const left = dailyLimit > 0n ? Number((leftToday * 10_000n) / dailyLimit) / 100 : 0
  meter.purse(Number(gas) / 1e18, left)
}

/** Seconds since the earliest of these moments (ISO 8601); 0 when there is none. */
function oldest(now: number, moments: string[]): number {
  const first = Math.min(now, ...moments.map((moment) => Date.parse(moment)))
  return Math.round((now - first) / 1000)
}

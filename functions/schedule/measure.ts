import { AppError } from '../../domain/errors.ts'
import { toCents } from '../../domain/escrow.ts'
import { appeal } from '../../domain/limits.ts'
import type { Services } from '../runtime/context.ts'
import * as payouts from '../table/payouts.ts'
import * as refunds from '../table/refunds.ts'
import * as spending from '../table/spending.ts'
import * as submissions from '../table/submissions.ts'

/** The most payouts and refunds that are counted. */
const most = { payouts: 1000, failed: 100, refunds: 100, appeals: 1000 }

/**
 * Writes the metrics for alarms: due and failed payouts, due refunds, overdue appeals, the signer's gas, and what is left of the daily
 * limit and of the gas budget. If one of them cannot be read, a warning is logged and the others are still written.
 */
export async function measure(services: Services): Promise<void> {
  const figures = { due, failed, refundsDue, overdueAppeals, funds }
  await Promise.all(
    Object.entries(figures).map(([name, read]) =>
      read(services).catch((error: Error) => services.log.warn(`not measured: ${name}`, error)),
    ),
  )
}

async function due({ meter, now, table }: Services) {
  const found = await payouts.queued(table, most.payouts)
  const since = found.map(({ createdAt }) => createdAt)
  meter.record({ PayoutsDue: found.length, OldestPayoutAge: oldest(now(), since) })
}

async function failed({ meter, table }: Services) {
  meter.record({ FailedPayouts: (await payouts.failed(table, most.failed)).length })
}

async function refundsDue({ meter, now, table }: Services) {
  const found = await refunds.due(table, most.refunds)
  const since = found.map(({ refundDueSince, closedAt }) => refundDueSince ?? closedAt ?? '')
  meter.record({ OldestRefundAge: oldest(now(), since) })
}

/** The hour (UTC) in which overdue appeals are reported, so that their alarm notifies once a day until they are decided. */
const appealsHour = 9

/** Counts appeals, and proofs whose automatic approval waits for an admin, that have been undecided for too long. */
async function overdueAppeals({ meter, now, table }: Services) {
  const time = new Date(now())
  if (time.getUTCHours() !== appealsHour) return meter.record({ OverdueAppeals: 0 })
  const since = new Date(now() - appeal.overdueDays * 86_400_000).toISOString()
  const [open, waiting] = await Promise.all([
    submissions.inQueue(table, 'appeals', most.appeals, { before: since }),
    submissions.inQueue(table, 'waiting', most.appeals),
  ])
  const isOverdue = ({ reviewBy, waitsFor }: submissions.Pointer) =>
    waitsFor && waitsFor !== 'wallet' && reviewBy < since
  meter.record({ OverdueAppeals: open.length + waiting.filter(isOverdue).length })
}

async function funds({ chain, config, meter, now, table }: Services) {
  const read = await chain.funds().catch((error: unknown) => {
    // A stage that is not launched yet has no contracts; its node is not the problem.
    meter.record({ NodeUnreachable: error instanceof AppError ? 0 : 1 })
    throw error
  })
  meter.record({ NodeUnreachable: 0 })
  const { dailyLimit, gas, leftToday } = read
  const left = Number((leftToday * 10_000n) / (dailyLimit || 1n)) / 100
  meter.record({ SignerGas: Number(gas) / 1e18, DailyLimitLeft: left })
  const fees =
    config.GAS_BUDGET === undefined ? 0 : (await spending.feesToday(table, now())) / config.GAS_BUDGET
  const cents = await spending.largestCreator(table, now())
  meter.record({
    GasBudgetUsed: 100 * fees,
    LargestCreatorShare: (100 * cents) / Math.max(1, toCents(dailyLimit)),
  })
}

/** Seconds since the earliest of these moments (ISO 8601); 0 when there is none. */
function oldest(now: number, moments: string[]): number {
  const first = Math.min(now, ...moments.map((moment) => Date.parse(moment)))
  return Math.round((now - first) / 1000)
}

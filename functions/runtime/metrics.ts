import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { brand } from '../../domain/brand.ts'
import type { SecurityEventKind } from '../../domain/security.ts'

type Value = [name: string, unit: keyof typeof MetricUnit, value: number]

/** Each reason is the name of its alarm (infra/alarm-rules.ts). Other reasons, errors of the contract, are only logged. */
const waitingReasons: readonly string[] = [
  ...['MismatchedPayout', 'UnreadableApproval', 'UnreadablePayout', 'Reverted', 'NoGas', 'FeeAtMost'],
  ...['FormerSigner', 'NotOperator', 'UnknownEscrow', 'Held', 'FeeCap'],
]
const countedEvents: readonly SecurityEventKind[] = [
  'sign-in-failed',
  'wallet-move-announced',
  'wallet-move-done',
]

/**
 * The metrics that an alarm or the dashboard uses, because each costs $0.30 a month. API Gateway counts and times requests. Their
 * dimensions have few values, so no id of a person is among them. They are lines on standard output that CloudWatch reads
 * (Embedded Metric Format). Each line is written in one turn of the event loop, so that concurrent requests do not share a
 * line. `POWERTOOLS_METRICS_DISABLED` silences them.
 */
export function openMeter(serviceName: string) {
  const metrics = new Metrics({ namespace: brand, serviceName })

  function publish(values: Value[]) {
    for (const [name, unit, value] of values) metrics.addMetric(name, MetricUnit[unit], value)
    metrics.publishStoredMetrics()
  }
  const counter = (name: string) => (count: number) => publish([[name, 'Count', count]])

  return {
    security(kind: SecurityEventKind) {
      if (!countedEvents.includes(kind)) return
      metrics.addDimension('kind', kind)
      publish([['SecurityEvents', 'Count', 1]])
    },
    paid: counter('PayoutsPaid'),
    failed: counter('PayoutsFailed'),
    /** Payouts that are failed now and need an operator. */
    failedNow: counter('FailedPayouts'),
    /** Payouts that are due now, and the age in seconds of the oldest, 0 when there is none. */
    due: (count: number, oldestSeconds: number) =>
      publish([
        ['PayoutsDue', 'Count', count],
        ['OldestPayoutAge', 'Seconds', oldestSeconds],
      ]),
    /** Payouts wait for a reason that only people can change. */
    waiting(reason: string) {
      if (!waitingReasons.includes(reason)) return
      metrics.addDimension('reason', reason)
      publish([['PayoutsWaiting', 'Count', 1]])
    },
    /** Seconds since the oldest due refund became due, 0 when there is none. */
    refundsDue: (oldestSeconds: number) => publish([['OldestRefundAge', 'Seconds', oldestSeconds]]),
    /** A mail about a notification was not sent, and is not tried again. */
    mailLost: () => publish([['MailsLost', 'Count', 1]]),
    auditChanged: () => publish([['AuditChanged', 'Count', 1]]),
    /** Appeals, and proofs that wait for an admin, that have been undecided for over a week; 0 except in one hour of a day. */
    overdueAppeals: counter('OverdueAppeals'),
    /** The signing key's native coins (whole ones), and what is left of today's limit, in percent of it. */
    signerFunds: (gas: number, leftToday: number) =>
      publish([
        ['SignerGas', 'NoUnit', gas],
        ['DailyLimitLeft', 'Percent', leftToday],
      ]),
    nodeUnreachable: (isUnreachable: boolean) =>
      publish([['NodeUnreachable', 'Count', isUnreachable ? 1 : 0]]),
    /** Differences between chain and table that were not known before, and the seconds since all tasks were compared. */
    reconciled: (added: number, ageSeconds: number) =>
      publish([
        ['ReconcileDifferences', 'Count', added],
        ['ReconciliationAge', 'Seconds', ageSeconds],
      ]),
    /** What today has used: the gas budget in percent of it, and the most of the daily limit by one creator, in percent of it. */
    usedToday: (gasBudget: number, largestCreator: number) =>
      publish([
        ['GasBudgetUsed', 'Percent', gasBudget],
        ['LargestCreatorShare', 'Percent', largestCreator],
      ]),
  }
}

export type Meter = ReturnType<typeof openMeter>

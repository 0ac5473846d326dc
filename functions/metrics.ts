import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { brand } from '../domain/brand.ts'
import type { SecurityEventKind } from '../domain/security.ts'

/**
 * The metrics that an alarm or the dashboard uses, because each costs $0.30 a month. API Gateway counts and times requests. Their
 * dimensions have few values, so no id of a person is among them.
 */
export interface Meter {
  /** A security event, if it is of a kind that an alarm counts. */
  security(kind: SecurityEventKind): void
  /** Payouts that the chain has paid. */
  paid(count: number): void
  /** Payouts that were marked as failed. */
  failed(count: number): void
  /** Payouts that are failed now and need an operator. */
  failedNow(count: number): void
  /** Payouts that are due now, and the age in seconds of the oldest, 0 when there is none. */
  due(count: number, oldestSeconds: number): void
  /** Payouts wait for a reason that only people can change, if it has an alarm. */
  waiting(reason: string): void
  /** Seconds since the oldest due refund became due, 0 when there is none. */
  refundsDue(oldestSeconds: number): void
  /** A mail about a notification was not sent, and is not tried again. */
  mailLost(): void
  /** An audit entry was changed or deleted. */
  auditChanged(): void
  /** Appeals, and proofs that wait for an admin, that have been undecided for over a week; 0 except in one hour of a day. */
  overdueAppeals(count: number): void
  /** The signing key's native coins (whole ones), and what is left of today's limit, in percent of it. */
  signerFunds(gas: number, leftToday: number): void
  /** Whether `settle` could not read the signer's funds from the node. */
  nodeUnreachable(isUnreachable: boolean): void
  /** Differences between chain and table that were not known before, and the seconds since all tasks were compared. */
  reconciled(added: number, ageSeconds: number): void
  /** What today has used: the gas budget in percent of it, and the most of the daily limit by one creator, in percent of it. */
  usedToday(gasBudget: number, largestCreator: number): void
}

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
 * Metrics as lines on standard output that CloudWatch reads (Embedded Metric Format). Each line is written in one turn of
 * the event loop, so that concurrent requests do not share a line. `POWERTOOLS_METRICS_DISABLED` silences them.
 */
export function openMeter(serviceName: string): Meter {
  const metrics = new Metrics({ namespace: brand, serviceName })

  function publish(values: Value[]) {
    for (const [name, unit, value] of values) metrics.addMetric(name, MetricUnit[unit], value)
    metrics.publishStoredMetrics()
  }

  return {
    security(kind) {
      if (!countedEvents.includes(kind)) return
      metrics.addDimension('kind', kind)
      publish([['SecurityEvents', 'Count', 1]])
    },
    paid: (count) => publish([['PayoutsPaid', 'Count', count]]),
    failed: (count) => publish([['PayoutsFailed', 'Count', count]]),
    failedNow: (count) => publish([['FailedPayouts', 'Count', count]]),
    due: (count, oldestSeconds) =>
      publish([
        ['PayoutsDue', 'Count', count],
        ['OldestPayoutAge', 'Seconds', oldestSeconds],
      ]),
    waiting(reason) {
      if (!waitingReasons.includes(reason)) return
      metrics.addDimension('reason', reason)
      publish([['PayoutsWaiting', 'Count', 1]])
    },
    refundsDue: (oldestSeconds) => publish([['OldestRefundAge', 'Seconds', oldestSeconds]]),
    mailLost: () => publish([['MailsLost', 'Count', 1]]),
    auditChanged: () => publish([['AuditChanged', 'Count', 1]]),
    overdueAppeals: (count) => publish([['OverdueAppeals', 'Count', count]]),
    signerFunds: (gas, leftToday) =>
      publish([
        ['SignerGas', 'NoUnit', gas],
        ['DailyLimitLeft', 'Percent', leftToday],
      ]),
    nodeUnreachable: (isUnreachable) => publish([['NodeUnreachable', 'Count', isUnreachable ? 1 : 0]]),
    reconciled: (added, ageSeconds) =>
      publish([
        ['ReconcileDifferences', 'Count', added],
        ['ReconciliationAge', 'Seconds', ageSeconds],
      ]),
    usedToday: (gasBudget, largestCreator) =>
      publish([
        ['GasBudgetUsed', 'Percent', gasBudget],
        ['LargestCreatorShare', 'Percent', largestCreator],
      ]),
  }
}

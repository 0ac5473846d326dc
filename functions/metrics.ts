import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { brand } from '../domain/brand.ts'
import { errorStatus } from '../domain/errors.ts'

/** The metrics that alarms watch. Their dimensions have few values, so no id of a person is among them. */
export interface Meter {
  /** One answered request: by route and in total, and by error code when it was refused. */
  request(route: string, status: number, milliseconds: number): void
  /** A security event of this kind (domain/security.ts). */
  security(kind: string): void
  /** Payouts that the chain has paid. */
  paid(count: number): void
  /** Payouts that were marked as failed. */
  failed(count: number): void
  /** Payouts that are failed now and need an operator. */
  failedNow(count: number): void
  /** Payouts that are due now, and the age in seconds of the oldest, 0 when there is none. */
  due(count: number, oldestSeconds: number): void
  /** Payouts wait for a reason that only people can change: 'NoGas', 'FeeAtMost', … or the error of the contract. */
  waiting(reason: string): void
  /** Refunds of closed tasks that are due now, and the age in seconds of the oldest, 0 when there is none. */
  refundsDue(count: number, oldestSeconds: number): void
  /** A mail about a notification was not sent, and is not tried again. */
  mailLost(): void
  /** An audit entry was changed or deleted. */
  auditChanged(): void
  /** Appeals, and proofs that wait for an admin, that have been undecided for over a week; 0 except in one hour of a day. */
  overdueAppeals(count: number): void
  /** The signing key's native coins (whole ones), and what is left of today's limit, in percent of it. */
  signerFunds(gas: number, leftToday: number): void
  /** What today has used: the gas budget in percent of it, and the most of the daily limit by one creator, in percent of it. */
  usedToday(gasBudget: number, largestCreator: number): void
}

type Value = [name: string, unit: keyof typeof MetricUnit, value: number]

const codes = new Map<number, string>(Object.entries(errorStatus).map(([code, status]) => [status, code]))

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
    request(route, status, milliseconds) {
      metrics.addDimension('route', route)
      metrics.addDimensions({}) // publishes the same values again without the route
      publish([
        ['Requests', 'Count', 1],
        ['ClientErrors', 'Count', status >= 400 && status < 500 ? 1 : 0],
        ['ServerErrors', 'Count', status >= 500 ? 1 : 0],
        ['Latency', 'Milliseconds', milliseconds],
      ])
      const code = codes.get(status)
      if (!code) return
      metrics.addDimension('code', code)
      publish([['Refusals', 'Count', 1]])
    },
    security(kind) {
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
      metrics.addDimension('reason', reason)
      publish([['PayoutsWaiting', 'Count', 1]])
    },
    refundsDue: (count, oldestSeconds) =>
      publish([
        ['RefundsDue', 'Count', count],
        ['OldestRefundAge', 'Seconds', oldestSeconds],
      ]),
    mailLost: () => publish([['MailsLost', 'Count', 1]]),
    auditChanged: () => publish([['AuditChanged', 'Count', 1]]),
    overdueAppeals: (count) => publish([['OverdueAppeals', 'Count', count]]),
    signerFunds: (gas, leftToday) =>
      publish([
        ['SignerGas', 'NoUnit', gas],
        ['DailyLimitLeft', 'Percent', leftToday],
      ]),
    usedToday: (gasBudget, largestCreator) =>
      publish([
        ['GasBudgetUsed', 'Percent', gasBudget],
        ['LargestCreatorShare', 'Percent', largestCreator],
      ]),
  }
}

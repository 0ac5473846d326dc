import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { brand } from '../../domain/brand.ts'
import type { SecurityEventKind } from '../../domain/security-events.ts'
import { type MetricName, metricTypes } from './metric-types.ts'

/** Each reason is the name of its alarm (infra/alarm-rules.ts). Other reasons, errors of the contract, are only logged. */
const waitingReasons: readonly string[] = [
  'MismatchedPayout',
  'UnreadableApproval',
  'UnreadablePayout',
  'Reverted',
  'NoGas',
  'FeeAtMost',
  'FormerSigner',
  'NotOperator',
  'UnknownEscrow',
  'Held',
  'FeeCap',
]
const countedEvents: readonly SecurityEventKind[] = [
  'sign-in-failed',
  'wallet-move-announced',
  'wallet-move-done',
]

/**
 * Writes metrics as lines on standard output that CloudWatch reads (Embedded Metric Format). Their dimensions have few values,
 * so no id of a person is among them. Each line is written in one turn of the event loop, so that concurrent requests do not
 * share a line. `POWERTOOLS_METRICS_DISABLED` silences them. API Gateway counts and times requests.
 */
export function openMeter(serviceName: string) {
  const metrics = new Metrics({ namespace: brand, serviceName })

  function record(values: Partial<Record<MetricName, number>>) {
    for (const [name, value] of Object.entries(values))
      metrics.addMetric(name, MetricUnit[metricTypes[name as MetricName].unit], value)
    metrics.publishStoredMetrics()
  }

  return {
    record,
    security(kind: SecurityEventKind) {
      if (!countedEvents.includes(kind)) return
      metrics.addDimension('kind', kind)
      record({ SecurityEvents: 1 })
    },
    waiting(reason: string) {
      if (!waitingReasons.includes(reason)) return
      metrics.addDimension('reason', reason)
      record({ PayoutsWaiting: 1 })
    },
  }
}

export type Meter = ReturnType<typeof openMeter>

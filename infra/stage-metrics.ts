import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation } from 'aws-cdk-lib/aws-dynamodb'
import { type IFunction, Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { brand } from '../domain/brand.ts'
import type { SecurityEventKind } from '../domain/security-events.ts'
import { type MetricName, metricTypes } from '../functions/runtime/metric-types.ts'
import { usEast1 } from './stage.ts'
import type { TableInUse } from './table.ts'

/** The resources whose metrics the alarms and the dashboard use. */
export interface MonitoredResources {
  distribution: Distribution
  httpApi: HttpApi
  /** Counts the API calls that answered 403. */
  forbiddenCalls: MetricFilter
  table: TableInUse
  settle: IFunction
  schedule: IFunction
  events: IFunction
  watch: IFunction
  canary: IFunction
  deadLetters: IQueue
  mails: IQueue
  mailDeadLetters: IQueue
  /** Value of the dimension `service` in the functions' own metrics (functions/runtime/metric-types.ts). */
  serviceName: string
}

const period = Duration.minutes(5)
const throttledOperations = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
]

/** Every metric of the alarms and the dashboard, in periods of five minutes. */
export function stageMetrics(resources: MonitoredResources) {
  const { httpApi, table, settle, schedule, events, watch, canary, serviceName } = resources
  const own = (metricName: MetricName, dimension: { reason?: string; kind?: SecurityEventKind } = {}) =>
    new Metric({
      namespace: brand,
      metricName,
      dimensionsMap: { service: serviceName, ...dimension },
      statistic: metricTypes[metricName].statistic,
      period,
      label: dimension.reason ?? dimension.kind ?? metricName,
    })
  const waiting = (queue: IQueue, label: string) =>
    queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM, label })
  const calls = httpApi.metricCount({ period, statistic: Stats.SUM, label: 'calls' })
  const latency = httpApi.metricLatency({ period, statistic: Stats.percentile(95), label: 'latency, p95' })
  const serverErrors = httpApi.metricServerError({ period, statistic: Stats.SUM, label: '5xx' })
  const ofSite = (metricName: string, statistic: string, label: string) => {
    const dimensionsMap = { DistributionId: resources.distribution.distributionId, Region: 'Global' }
    const namespace = 'AWS/CloudFront'
    return new Metric({ namespace, metricName, dimensionsMap, statistic, period, label, region: usEast1 })
  }
  const requests = ofSite('Requests', Stats.SUM, 'requests')
  const siteShare = (status: '4xx' | '5xx') => {
    const name = `site${status}`
    const share = ofSite(`${status}ErrorRate`, Stats.AVERAGE, status)
    return ifEnough('requests > 100', name, { requests, [name]: share }, `site ${status}, %`)
  }
  const callShare = (least: number, name: string, some: IMetric, label: string) =>
    ifEnough(`calls > ${least}`, `100 * ${name} / calls`, { calls, [name]: some }, `API ${label}, %`)
  const forbidden = resources.forbiddenCalls.metric({ period, statistic: Stats.SUM })
  return {
    requests,
    /** Percent of the requests to CloudFront. */
    siteErrorPercent: siteShare('5xx'),
    siteRefusalPercent: siteShare('4xx'),
    calls,
    serverErrors,
    /** Percent of all API calls. The canary alone makes 28 calls in five minutes, so one error counts. */
    serverErrorPercent: callShare(9, 'errors', serverErrors, '5xx'),
    /** Percent of all API calls. The floor is above the calls of the smoke test, of which several must answer 403. */
    forbiddenPercent: callShare(100, 'forbidden', forbidden, '403'),
    clientErrors: httpApi.metricClientError({ period, statistic: Stats.SUM, label: '4xx' }),
    /** Milliseconds, 95th percentile, of all API calls. */
    latency,
    reliableLatency: ifEnough('calls > 50', 'latency', { calls, latency }, 'latency, p95'),
    /** Of all functions of the account, which share its limit, but for `settle`, whose starts Lambda queues. */
    functionThrottles: sum('throttles', 'throttled function calls', [
      Lambda.metricAllThrottles({ period }),
      new MathExpression({
        expression: '0 - starts',
        usingMetrics: { starts: settle.metricThrottles({ period }) },
        period,
      }),
    ]),
    concurrentRuns: Lambda.metricAllConcurrentExecutions({ period, label: 'concurrent runs in the account' }),
    tableThrottles: sum('request', 'throttled table requests', [
      ...throttledOperations.map((operation) =>
        table.metricThrottledRequestsForOperation(operation, { period }),
      ),
      // Alarms on DynamoDB metrics ignore treatMissingData and keep their state: without this 0 they would never clear.
      new MathExpression({
        expression: '0 * runs',
        usingMetrics: { runs: settle.metricInvocations({ period }) },
        period,
      }),
    ]),
    settleRuns: settle.metricInvocations({ period, label: 'runs' }),
    settleErrors: settle.metricErrors({ period, label: 'failed runs' }),
    scheduleRuns: schedule.metricInvocations({ period, label: 'runs' }),
    scheduleErrors: schedule.metricErrors({ period, label: 'failed runs' }),
    watchErrors: watch.metricErrors({ period, label: 'failed comparisons' }),
    canaryErrors: canary.metricErrors({ period, label: 'failed smoke tests' }),
    settleDuration: settle.metricDuration({ period, statistic: Stats.MAXIMUM, label: 'longest run, ms' }),
    /** Runs of `events`, if the smoke test signed out: it makes 28 API calls, and at most 16 if it cannot sign in. Else 1. */
    eventsRuns: new MathExpression({
      expression: 'IF(FILL(calls, 0) > 20, FILL(runs, 0), 1)',
      usingMetrics: { calls, runs: events.metricInvocations({ period }) },
      label: 'runs',
      period,
    }),
    iteratorAge: events.metric('IteratorAge', {
      period,
      statistic: Stats.MAXIMUM,
      label: 'oldest record, ms',
    }),
    deadLetters: waiting(resources.deadLetters, 'dead letters'),
    /** Seconds. */
    oldestMail: resources.mails.metricApproximateAgeOfOldestMessage({ period, statistic: Stats.MAXIMUM }),
    mailDeadLetters: waiting(resources.mailDeadLetters, 'dead letters, mail'),
    walletMoves: sum('move', 'wallet moves', [
      own('SecurityEvents', { kind: 'wallet-move-announced' }),
      own('SecurityEvents', { kind: 'wallet-move-done' }),
    ]),
    /** A metric that the functions write. */
    own,
  }
}

export type StageMetrics = ReturnType<typeof stageMetrics>

/** The value of the expression; 0 for fewer calls or requests than this condition says, because they say too little. */
function ifEnough(
  condition: string,
  expression: string,
  usingMetrics: Record<string, IMetric>,
  label: string,
): IMetric {
  return new MathExpression({ expression: `IF(${condition}, ${expression}, 0)`, usingMetrics, label, period })
}

/** Sums metrics with `SUM`. `+` yields no data point if any operand has none, and throttle metrics have none without throttling. */
function sum(name: string, label: string, metrics: IMetric[]): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`${name}${index}`, metric]))
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics)}])`,
    usingMetrics,
    label,
    period,
  })
}

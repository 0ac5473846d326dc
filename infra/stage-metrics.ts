import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation } from 'aws-cdk-lib/aws-dynamodb'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { brand } from '../domain/brand.ts'
import type { TableInUse } from './table.ts'

/** What alarms and the dashboard look at. */
export interface Watched {
  httpApi: HttpApi
  table: TableInUse
  /** All of them; settle is one. */
  functions: IFunction[]
  settle: IFunction
  deadLetters: IQueue
  /** The name under which this stage's functions write their metrics (functions/metrics.ts). */
  serviceName: string
}

const period = Duration.minutes(5)
const asked = [Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY, Operation.TRANSACT_WRITE_ITEMS]

/** Every measure that is looked at, over five minutes each. */
export function measuresOf({ httpApi, table, functions, settle, deadLetters, serviceName }: Watched) {
  const own = (metricName: string, statistic: string, reason?: string) =>
    new Metric({
      namespace: brand,
      metricName,
      dimensionsMap: { service: serviceName, ...(reason && { reason }) },
      statistic,
      period,
      label: reason ?? metricName,
    })
  const calls = httpApi.metricCount({ period, statistic: Stats.SUM, label: 'calls' })
  const latency = own('Latency', Stats.percentile(95))
  const serverErrors = httpApi.metricServerError({ period, statistic: Stats.SUM, label: '5xx' })
  return {
    calls,
    serverErrors,
    /** Percent of the calls, 0 while there are too few to tell. */
    errorShare: new MathExpression({
      expression: 'IF(calls > 20, 100 * errors / calls, 0)',
      usingMetrics: { calls, errors: serverErrors },
      label: 'answered 5xx, % of calls',
      period,
    }),
    clientErrors: httpApi.metricClientError({ period, statistic: Stats.SUM, label: '4xx' }),
    /** Of the calls that don't wait for the chain, p95. */
    latency,
    /** The same, 0 while there are too few of them to tell. */
    slowness: new MathExpression({
      expression: 'IF(timed > 20, latency, 0)',
      usingMetrics: { timed: own('Latency', Stats.SAMPLE_COUNT), latency },
      label: 'latency, p95',
      period,
    }),
    functionThrottles: total(
      'call',
      'calls of functions refused',
      functions.map((one) => one.metricThrottles({ period })),
    ),
    tableThrottles: total('request', 'requests of the table refused', [
      ...asked.map((operation) => table.metricThrottledRequestsForOperation(operation, { period })),
      // Alarms on DynamoDB's metrics keep their state in silence, whatever they are told: without a 0 they would never end.
      new MathExpression({
        expression: '0 * runs',
        usingMetrics: { runs: settle.metricInvocations({ period }) },
        period,
      }),
    ]),
    settleErrors: settle.metricErrors({ period, label: 'failed runs' }),
    settleDuration: settle.metricDuration({ period, statistic: Stats.MAXIMUM, label: 'longest run' }),
    deadLetters: deadLetters.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: Stats.MAXIMUM,
      label: 'dead letters',
    }),
    due: own('PayoutsDue', Stats.MAXIMUM),
    oldestPayout: own('OldestPayoutAge', Stats.MAXIMUM),
    oldestRefund: own('OldestRefundAge', Stats.MAXIMUM),
    paid: own('PayoutsPaid', Stats.SUM),
    failed: own('PayoutsFailed', Stats.SUM),
    setAside: own('PayoutsSetAside', Stats.MAXIMUM),
    waiting: (reason: string) => own('PayoutsWaiting', Stats.SUM, reason),
    gas: own('SignerGas', Stats.MINIMUM),
    limitLeft: own('DailyLimitLeft', Stats.MINIMUM),
  }
}

/** Not by `+`, which says nothing while one of them says nothing; and what counts refusals says nothing while there is none. */
function total(name: string, label: string, metrics: IMetric[]): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`${name}${at}`, metric]))
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics)}])`,
    usingMetrics,
    label,
    period,
  })
}

import {
  AlarmStatusWidget,
  GraphWidget,
  type IAlarm,
  type IMetric,
  Dashboard as Page,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { accountWideName } from './account-wide-name.ts'
import type { StageMetrics } from './stage-metrics.ts'

interface Props {
  alarms: IAlarm[]
  functions: IFunction[]
  metrics: StageMetrics
}

const heading = (markdown: string) => [new TextWidget({ markdown, width: 24, height: 1 })]

/** CloudWatch dashboard of the stage, in the order in which a person looks at it in trouble. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, functions, metrics }: Props) {
    super(scope, id)
    const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
      new GraphWidget({ title, left, right, width: 8, leftYAxis: { min: 0 }, rightYAxis: { min: 0 } })
    new Page(this, 'Page', {
      dashboardName: accountWideName(this),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
        heading('## Are people served?'),
        [
          graph(
            'Share of errors, %, and failed smoke tests',
            [
              metrics.siteErrorPercent,
              metrics.siteRefusalPercent,
              metrics.serverErrorPercent,
              metrics.forbiddenPercent,
            ],
            [metrics.canaryErrors],
          ),
          graph(
            'Requests to the site and its API',
            [metrics.requests, metrics.calls, metrics.clientErrors, metrics.serverErrors],
            [metrics.latency],
          ),
          graph(
            'Functions, p95, ms',
            functions.map((one) =>
              one.metricDuration({ statistic: 'p95', label: one.node.scope?.node.id ?? '' }),
            ),
          ),
        ],
        heading('## Is money moving?'),
        [
          graph('Payouts', [
            metrics.own('PayoutsDue'),
            metrics.own('PayoutsPaid'),
            metrics.own('FailedPayouts'),
          ]),
          graph(
            'Oldest, s, and differences',
            [
              metrics.own('OldestPayoutAge'),
              metrics.own('OldestRefundAge'),
              metrics.own('ReconciliationAge'),
            ],
            [metrics.own('ReconcileDifferences')],
          ),
          graph('Settle runs', [metrics.settleRuns, metrics.settleErrors], [metrics.settleDuration]),
          graph('Schedule runs', [metrics.scheduleRuns, metrics.scheduleErrors]),
        ],
        heading('## What is near a limit?'),
        [
          graph(
            'Gas (coins), and shares of limits, %',
            [metrics.own('SignerGas')],
            [metrics.own('DailyLimitLeft'), metrics.own('GasBudgetUsed'), metrics.own('LargestCreatorShare')],
          ),
          graph('Throttled', [metrics.functionThrottles, metrics.tableThrottles], [metrics.concurrentRuns]),
          graph(
            'Events of the table’s stream',
            [metrics.deadLetters, metrics.mailDeadLetters],
            [metrics.iteratorAge],
          ),
        ],
      ],
    })
  }
}

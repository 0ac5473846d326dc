import { Stack } from 'aws-cdk-lib'
import {
  AlarmStatusWidget,
  GraphWidget,
  type IAlarm,
  type IMetric,
  Dashboard as Page,
} from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { type MonitoredResources, stageMetrics } from './stage-metrics.ts'

interface Props extends MonitoredResources {
  alarms: IAlarm[]
}

/** CloudWatch dashboard of the stage: alarms, money, API calls, then capacity. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, ...resources }: Props) {
    super(scope, id)
    const metrics = stageMetrics(resources)
    const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
      new GraphWidget({ title, left, right, width: 12, leftYAxis: { min: 0 }, rightYAxis: { min: 0 } })
    new Page(this, 'Page', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
        [
          graph(
            'Payouts',
            [metrics.duePayouts, metrics.paidPayouts, metrics.failedPayouts],
            [metrics.oldestPayout, metrics.oldestRefund, metrics.reconciliationAge],
          ),
          graph(
            'Signer’s gas (coins) and daily limit left (%)',
            [metrics.signerGas],
            [metrics.dailyLimitLeft],
          ),
        ],
        [
          graph('API calls', [metrics.calls, metrics.clientErrors, metrics.serverErrors], [metrics.latency]),
          graph('Settle', [metrics.settleRuns, metrics.settleErrors], [metrics.settleDuration]),
        ],
        [
          graph('Events of the table’s stream', [metrics.deadLetters], [metrics.iteratorAge]),
          graph('Throttled', [metrics.functionThrottles, metrics.tableThrottles]),
          graph(
            'Functions, p95',
            resources.functions.map((one) =>
              one.metricDuration({ statistic: 'p95', label: one.node.scope?.node.id ?? '' }),
            ),
          ),
        ],
      ],
    })
  }
}

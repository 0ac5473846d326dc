import { Stack } from 'aws-cdk-lib'
import {
  AlarmStatusWidget,
  GraphWidget,
  type IAlarm,
  type IMetric,
  Dashboard as Page,
} from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { measuresOf, type Watched } from './stage-metrics.ts'

interface Props extends Watched {
  alarms: IAlarm[]
}

/** One page of how the stage is: alarms first, then money, then calls, then engines. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, ...watched }: Props) {
    super(scope, id)
    const of = measuresOf(watched)
    const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
      new GraphWidget({ title, left, right, width: 12, leftYAxis: { min: 0 }, rightYAxis: { min: 0 } })
    new Page(this, 'Page', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
        [
          graph('Payouts', [of.due, of.paid, of.setAside], [of.oldestPayout, of.oldestRefund]),
          graph('The signer’s coins, and what is left of today’s limit, %', [of.gas], [of.limitLeft]),
        ],
        [
          graph('Calls', [of.calls, of.clientErrors, of.serverErrors], [of.latency]),
          graph('Settle', [of.settleErrors, of.deadLetters], [of.settleDuration]),
        ],
        [
          graph('Refused for want of capacity', [of.functionThrottles, of.tableThrottles]),
          graph(
            'Functions, p95',
            watched.functions.map((one) =>
              one.metricDuration({ statistic: 'p95', label: one.node.scope?.node.id ?? '' }),
            ),
          ),
        ],
      ],
    })
  }
}

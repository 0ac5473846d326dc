import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { alarmRules } from './alarm-rules.ts'
import type { Stage } from './stage.ts'
import { measuresOf, type Watched } from './stage-metrics.ts'

interface Props extends Watched {
  stage: Pick<Stage, 'alarmEmail' | 'contracts' | 'leastGas' | 'leastDailyLimit'>
}

const meaning = {
  well: TreatMissingData.NOT_BREACHING,
  bad: TreatMissingData.BREACHING,
  'nothing new': TreatMissingData.IGNORE,
}

/** An alarm for each rule, which says what is wrong and where to read on, and writes to whom the stage names. */
export class Alarms extends Construct {
  readonly all: Alarm[]

  constructor(scope: Construct, id: string, { stage, ...watched }: Props) {
    super(scope, id)
    const topic = new Topic(this, 'Topic', { enforceSSL: true })
    // A policy of its own takes the place of SNS's, by which the account's alarms could write there.
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail))
    const action = new SnsAction(topic)
    this.all = Object.entries(alarmRules(measuresOf(watched), stage)).map(([name, rule]) => {
      const { above, below, metric, periods, runbook, says, silence } = rule
      const alarm = new Alarm(this, name, {
        alarmDescription: `${says} What to do: docs/runbooks/${runbook}.md`,
        metric,
        threshold: above ?? below ?? 0,
        comparisonOperator:
          above === undefined
            ? ComparisonOperator.LESS_THAN_THRESHOLD
            : ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: periods,
        treatMissingData: meaning[silence ?? 'well'],
      })
      alarm.addAlarmAction(action)
      if (!rule.happened) alarm.addOkAction(action)
      return alarm
    })
  }
}

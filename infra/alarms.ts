import { CfnOutput, Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import type { AlarmRule } from './alarm-rules.ts'
import type { StageMetrics } from './stage-metrics.ts'

interface Props {
  /** E-mail address that is notified; null for none. */
  email: string | null
  metrics: StageMetrics
  /** By the names of the alarms. */
  rules: Record<string, AlarmRule>
}

const treatMissingData = { breach: TreatMissingData.BREACHING, 'keep state': TreatMissingData.IGNORE }

/** One alarm for each rule, and the topic that they notify. An alarm's description names the problem and the runbook. */
export class Alarms extends Construct {
  readonly all: Alarm[]
  readonly topic: Topic

  constructor(scope: Construct, id: string, { email, metrics, rules }: Props) {
    super(scope, id)
    const topic = new Topic(this, 'Topic', { enforceSSL: true })
    this.topic = topic
    // `enforceSSL` adds a topic policy, which replaces the default one that lets the account's alarms publish.
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    new CfnOutput(this, 'TopicOutput', { key: 'AlarmTopic', value: topic.topicArn })
    if (email) topic.addSubscription(new EmailSubscription(email))
    const action = new SnsAction(topic)
    this.all = Object.entries(rules).map(([name, rule]) => {
      const {
        above,
        below,
        metric = metrics.own('PayoutsWaiting', { reason: name }),
        periods = 1,
        runbook,
        problem,
        missingData,
      } = rule
      const alarm = new Alarm(this, name, {
        alarmDescription: `${problem} What to do: docs/runbooks/${runbook}.md`,
        metric,
        threshold: above ?? below ?? 0,
        comparisonOperator:
          below === undefined
            ? ComparisonOperator.GREATER_THAN_THRESHOLD
            : ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: periods,
        treatMissingData: missingData ? treatMissingData[missingData] : TreatMissingData.NOT_BREACHING,
      })
      alarm.addAlarmAction(action)
      if (!rule.isEvent) alarm.addOkAction(action)
      return alarm
    })
  }
}

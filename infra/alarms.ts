import { CfnOutput, Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { alarmRules } from './alarm-rules.ts'
import { contractsParameter, type Stage } from './stage.ts'
import { type MonitoredResources, stageMetrics } from './stage-metrics.ts'

interface Props extends MonitoredResources {
  stage: Pick<Stage, 'name' | 'alarmEmail' | 'leastGas' | 'leastDailyLimit'>
}

const treatMissingData = { breach: TreatMissingData.BREACHING, 'keep state': TreatMissingData.IGNORE }

/** One alarm for each rule. Its description names the problem and the runbook; it notifies the stage's `alarmEmail`. */
export class Alarms extends Construct {
  readonly all: Alarm[]

  constructor(scope: Construct, id: string, { stage, ...resources }: Props) {
    super(scope, id)
    const topic = new Topic(this, 'Topic', { enforceSSL: true })
    // `enforceSSL` adds a topic policy, which replaces the default one that lets the account's alarms publish.
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    new CfnOutput(this, 'TopicOutput', { key: 'AlarmTopic', value: topic.topicArn })
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail))
    const parameter = contractsParameter(stage)
    new Rule(this, 'ContractsChanged', {
      eventPattern: {
        source: ['aws.ssm'],
        detailType: ['Parameter Store Change'],
        detail: { name: [parameter] },
      },
      targets: [
        new SnsTopic(topic, {
          message: RuleTargetInput.fromText(
            `The parameter ${parameter} changed: browsers fund the contracts that it names. What to do: docs/runbooks/wrong-escrow-address.md`,
          ),
        }),
      ],
    })
    const action = new SnsAction(topic)
    const metrics = stageMetrics(resources)
    this.all = Object.entries(alarmRules(metrics, stage)).map(([name, rule]) => {
      const {
        above,
        below,
        metric = metrics.waiting(name),
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

import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'

interface Props {
  settle: IFunction
  /** False while the stage has no contracts. */
  enabled: boolean
}

/**
 * Calls `settle` every minute. A failed run is retried once, possibly beside the next run: the lease lets one of them work.
 * A run that fails twice goes to the dead-letter queue. It needs no replay, because its input is only the time.
 */
export class SettleSchedule extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { settle, enabled }: Props) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This is the dead-letter queue itself; operators read it after its alarm.',
    })
    // Lambda sends with the function's role. The CDK's own SqsDestination would grant more than sqs:SendMessage.
    settle.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.deadLetters.queueArn] }),
    )
    settle.configureAsyncInvoke({
      onFailure: { bind: () => ({ destination: this.deadLetters.queueArn }) },
      retryAttempts: 1,
      maxEventAge: Duration.minutes(5),
    })
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      enabled,
      targets: [
        new LambdaFunction(settle, {
          deadLetterQueue: this.deadLetters,
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    })
  }
}

import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'

interface Props {
  settle: IFunction
  /** False while there is no contract to pay from. */
  enabled: boolean
}

/**
 * Calls settle every minute. A run that fails is tried once more, beside the next one: the lease lets one of them work. What
 * fails twice is a dead letter; it needs no replay, since a run carries nothing but the time.
 */
export class Settler extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { settle, enabled }: Props) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This is the queue of dead letters itself; nobody reads it but people, after its alarm.',
    })
    // Lambda itself writes there, as the function; the CDK's own destination would grant more than that.
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

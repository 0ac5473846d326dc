import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

interface Props {
  settle: IFunction
}

/**
 * Starts `settle` every minute. A failed or expired start is neither retried nor kept, because the next minute's run does the
 * same work (decision 69).
 */
export class SettleSchedule extends Construct {
  constructor(scope: Construct, id: string, { settle }: Props) {
    super(scope, id)
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) }
    settle.configureAsyncInvoke(once)
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(settle, once)],
    })
  }
}

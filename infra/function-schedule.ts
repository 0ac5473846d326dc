import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

interface Props {
  target: IFunction
  minutes: number
}

/**
 * Starts a function every so many minutes. A failed or expired start is neither retried nor kept, because the next run does
 * the same work (decision 69).
 */
export class FunctionSchedule extends Construct {
  constructor(scope: Construct, id: string, { target, minutes }: Props) {
    super(scope, id)
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) }
    target.configureAsyncInvoke(once)
    new Rule(this, 'Rule', {
      schedule: Schedule.rate(Duration.minutes(minutes)),
      targets: [new LambdaFunction(target, once)],
    })
  }
}

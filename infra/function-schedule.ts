import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/**
 * Starts a function every so many minutes. A failed or expired start is neither retried nor kept, because the next run does
 * the same work.
 */
export function startEvery(minutes: number, target: IFunction, scope: Construct, id: string) {
  const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) }
  target.configureAsyncInvoke(once)
  const schedule = Schedule.rate(Duration.minutes(minutes))
  new Rule(scope, id, { schedule, targets: [new LambdaFunction(target, once)] })
}

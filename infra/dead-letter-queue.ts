import { Duration, Validations } from 'aws-cdk-lib'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'

/** The queue of what a function could not handle; an alarm is raised while it has messages. */
export function deadLetterQueue(scope: Construct): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'This is the dead-letter queue itself; operators read it after its alarm.',
  })
  return queue
}

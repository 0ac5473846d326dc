import { Duration } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { deadLetterQueue } from './dead-letter-queue.ts'
import { sizes } from './function-settings.ts'
import type { MarketFunction } from './functions.ts'

interface Props {
  /** The function that adds messages. */
  events: MarketFunction
  mail: MarketFunction
  /** Runs of `mail` at once. Each sends one mail after the other. */
  concurrency: number
  /** Without mail, Lambda need not ask the queue for messages. */
  enabled: boolean
}

/** The queue between `events` and `mail`: mail goes out at the rate that SES allows, and no reaction waits for it. */
export class MailQueue extends Construct {
  readonly waiting: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { concurrency, enabled, events, mail }: Props) {
    super(scope, id)
    this.deadLetters = deadLetterQueue(this)
    this.waiting = new Queue(this, 'Queue', {
      enforceSSL: true,
      // A late mail is of little use, because the inbox has the notification.
      retentionPeriod: Duration.days(1),
      // AWS recommends six times the timeout.
      visibilityTimeout: Duration.seconds(6 * sizes.mail.timeout),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    })
    const allow = ({ permissions }: MarketFunction, ...names: string[]) =>
      permissions.addStatements(
        new PolicyStatement({
          actions: names.map((name) => `sqs:${name}`),
          resources: [this.waiting.queueArn],
        }),
      )
    allow(events, 'SendMessage')
    events.lambda.addEnvironment('MAIL_QUEUE', this.waiting.queueUrl)
    // The CDK's SqsEventSource would grant more.
    allow(mail, 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage')
    new EventSourceMapping(this, 'Mapping', {
      target: mail.lambda,
      eventSourceArn: this.waiting.queueArn,
      batchSize: 10,
      enabled,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    })
  }
}

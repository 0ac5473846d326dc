import { Duration } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { streamFilters } from '../functions/table/keys.ts'
import { deadLetterQueue } from './dead-letter-queue.ts'
import type { MarketFunction } from './functions.ts'

interface Props {
  streamArn: string
  events: MarketFunction
  settle: IFunction
  /** Seconds for which the stream collects changes, so that several start `settle` once. */
  batchSeconds: number
}

/** A change that matches no filter does not start the function. */
const filters = streamFilters.map(({ attribute, startsWith, kinds }) => {
  const image = attribute === 'pk' || attribute === 'sk' ? 'Keys' : 'NewImage'
  const value = startsWith.flatMap((prefix) => FilterRule.beginsWith(prefix))
  return FilterCriteria.filter({
    ...(kinds && { eventName: FilterRule.or(...kinds) }),
    dynamodb: { [image]: { [attribute]: { S: value } } },
  })
})

/**
 * Delivers the table's stream to the function `events`. After a failure the stream delivers again from the failed record on,
 * in halved batches, until the record is alone. After three retries it goes to the dead-letter queue and the others continue.
 * Lambda handles several batches of a shard at once. It keeps the order of the changes of one item only, so a batch that
 * waits or fails delays no changes of items in other batches.
 */
export class EventSource extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { batchSeconds, streamArn, events, settle }: Props) {
    super(scope, id)
    this.deadLetters = deadLetterQueue(this)
    const allow = (actions: string[], resource: string) =>
      new PolicyStatement({ actions, resources: [resource] })
    // The CDK's DynamoEventSource and SqsDlq would grant more: ListStreams on every table, and reading the queue's attributes.
    events.permissions.addStatements(
      allow(
        ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
        streamArn,
      ),
      allow(['lambda:InvokeFunction'], settle.functionArn),
      allow(['sqs:SendMessage'], this.deadLetters.queueArn),
    )
    new EventSourceMapping(this, 'Mapping', {
      target: events.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters,
      batchSize: 100,
      parallelizationFactor: 4,
      maxBatchingWindow: Duration.seconds(batchSeconds),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 3,
      // A dead letter names only a position in the stream, which keeps records for 24 hours: 18 remain to read the record.
      maxRecordAge: Duration.hours(6),
      onFailure: { bind: () => ({ destination: this.deadLetters.queueArn }) },
    })
  }
}

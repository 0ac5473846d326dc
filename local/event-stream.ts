import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import type { consume } from '../functions/events/consume.ts'
import { type Change, startsEvents, toChange } from '../functions/table/stream.ts'

/** Milliseconds between two reads of the stream. */
const pollInterval = 50

/** How often a record that fails is tried again alone, as the stack's event source does. */
const retries = 3

export interface EventStream {
  /** Records that failed after every retry. */
  deadLetters: Change[]
  close(): Promise<void>
}

/**
 * Delivers the changes of a local table that match `streamFilters` to `deliver`, as Lambda's event source does on AWS: in order for each shard; a
 * record that fails is retried alone and then becomes a dead letter.
 */
export async function followStream(
  tableName: string,
  endpoint: string,
  deliver: (changes: Change[]) => ReturnType<typeof consume>,
): Promise<EventStream> {
  const client = new DynamoDBStreamsClient({ endpoint })
  const findStream = async () =>
    (await client.send(new ListStreamsCommand({ TableName: tableName }))).Streams?.[0]?.StreamArn
  let arn = await findStream()
  // DynamoDB Local creates the stream some time after the table.
  for (let tries = 0; !arn && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    arn = await findStream()
  }
  if (!arn) throw new Error(`The table ${tableName} at ${endpoint} has no stream`)
  const deadLetters: Change[] = []
  const iterators = new Map<string, string | undefined>()

  async function findShards() {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }))
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      if (!ShardId || iterators.has(ShardId)) continue
      const position = { StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
      const { ShardIterator } = await client.send(new GetShardIteratorCommand(position))
      iterators.set(ShardId, ShardIterator)
    }
  }

  async function deliverBatch(changes: Change[]) {
    const failed = new Set(await deliver(changes))
    for (const change of changes.filter(({ sequenceNumber }) => failed.has(sequenceNumber))) {
      let isDone = false
      for (let attempt = 0; attempt < retries && !isDone; attempt++)
        isDone = (await deliver([change])).length === 0
      if (isDone) continue
      deadLetters.push(change)
      console.error(`The event ${change.id} failed ${retries + 1} times and is a dead letter.`)
    }
  }

  async function read() {
    await findShards()
    for (const [shard, iterator] of iterators) {
      if (!iterator) continue
      const answer = await client.send(new GetRecordsCommand({ ShardIterator: iterator }))
      const records = (answer.Records ?? []) as unknown as DynamoDBRecord[]
      const changes = records.map(toChange).filter(startsEvents)
      if (changes.length > 0) await deliverBatch(changes)
      iterators.set(shard, answer.NextShardIterator)
    }
  }

  await findShards()
  let isOpen = true
  const loop = (async () => {
    while (isOpen) {
      await read().catch((error: unknown) => {
        if (isOpen) console.error('The table’s stream could not be read:', error)
      })
      await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
  })()
  return {
    deadLetters,
    async close() {
      isOpen = false
      await loop
      client.destroy()
    },
  }
}

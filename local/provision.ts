import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { indexes, ttlAttribute } from '../functions/table/keys.ts'

/** Creates the table as `table/keys.ts` draws it, on an embedded engine or whatever `endpoint` names. */
export async function createTable(TableName: string, endpoint: string) {
  const client = new DynamoDBClient({ endpoint })
  const all = Object.entries(indexes)
  const types = new Map<string, 'S' | 'N'>([
    ['pk', 'S'],
    ['sk', 'S'],
  ])
  for (const [, index] of all) types.set(index.pk, 'S').set(index.sk, index.type)
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
        AttributeName,
        AttributeType,
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: all.map(([IndexName, index]) => ({
        IndexName,
        KeySchema: [
          { AttributeName: index.pk, KeyType: 'HASH' },
          { AttributeName: index.sk, KeyType: 'RANGE' },
        ],
        Projection:
          'include' in index
            ? {
                ProjectionType: 'INCLUDE',
                NonKeyAttributes: index.include.filter((name) => name !== index.sk),
              }
            : { ProjectionType: 'ALL' },
      })),
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.05, maxDelay: 1 }, { TableName })
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true },
    }),
  )
  client.destroy()
}

/** Deletes a table that `createTable` made, with all that is in it. */
export async function dropTable(TableName: string, endpoint: string) {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 })
  await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
}

/** @throws one sentence when there is no such bucket. Asks for an object, which every engine answers alike. */
export async function findBucket(Bucket: string, endpoint: string) {
  const client = new S3Client({ endpoint, forcePathStyle: true })
  await client.send(new GetObjectCommand({ Bucket, Key: 'nothing' })).catch((error: Error) => {
    if (error.name === 'NoSuchKey') return
    const why = error.name === 'NoSuchBucket' ? 'has no such bucket' : `answers ${error.name}`
    throw new Error(`Files go into the bucket "${Bucket}", but ${endpoint} ${why}.`)
  })
  client.destroy()
}

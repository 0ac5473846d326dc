import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  CreateAliasCommand,
  CreateKeyCommand,
  type CreateKeyCommandInput,
  DescribeKeyCommand,
  KMSClient,
} from '@aws-sdk/client-kms'
import { CreateBucketCommand, GetObjectCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { indexes, projectionOf, ttlAttribute } from '../functions/table/keys.ts'

/** Creates the table with the keys and indexes of `functions/table/keys.ts`. */
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
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
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
        Projection: {
          ProjectionType: projectionOf(index).type,
          NonKeyAttributes: projectionOf(index).attributes,
        },
      })),
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 300, minDelay: 0.05, maxDelay: 1 }, { TableName })
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true },
    }),
  )
  client.destroy()
}

export async function dropTable(TableName: string, endpoint: string) {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 })
  await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
}

/** The CORS rule of the bucket for pages of these origins. */
export const corsRule = (...origins: string[]) => ({
  AllowedOrigins: origins,
  AllowedMethods: ['PUT', 'GET'],
  AllowedHeaders: ['*'],
})

/**
 * Creates the bucket at an external endpoint if it is missing. Its CORS rule permits every local port, because the bucket
 * remains when this process ends and the next one may use another port.
 * @throws Error if the bucket is missing and cannot be created
 */
export async function provideBucket(Bucket: string, endpoint: string) {
  const client = new S3Client({ endpoint, forcePathStyle: true })
  try {
    if (await isMissing(client, Bucket)) {
      await client.send(new CreateBucketCommand({ Bucket }))
      const CORSRules = [corsRule('http://localhost:*')]
      await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
    }
  } catch (error) {
    const { name } = error as Error
    throw new Error(
      `The bucket "${Bucket}" cannot be used at ${endpoint}, which answers ${name}: create it there, or name another with BUCKET_NAME.`,
    )
  } finally {
    client.destroy()
  }
}

/** Reads an object to find out, because every engine answers that call in the same way. */
const isMissing = (client: S3Client, Bucket: string): Promise<boolean> =>
  client.send(new GetObjectCommand({ Bucket, Key: 'nothing' })).then(
    () => false,
    (error: Error) => {
      if (error.name === 'NoSuchKey' || error.name === 'NoSuchBucket') return error.name === 'NoSuchBucket'
      throw error
    },
  )

/** The keys at an external KMS, each with the alias by which a later start finds it and the variable that names another. */
const externalKeys = {
  signer: {
    alias: 'alias/local-signer',
    variable: 'KMS_KEY_ID',
    kind: { KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' },
  },
  approvals: {
    alias: 'alias/local-approvals',
    variable: 'APPROVAL_KEY_ID',
    kind: { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' },
  },
} as const satisfies Record<string, { alias: string; variable: string; kind: CreateKeyCommandInput }>

/**
 * Returns the id of a key at an external KMS, and creates the key at the first start.
 * @throws Error if the key is missing and cannot be created
 */
export async function provideKey(endpoint: string, name: keyof typeof externalKeys): Promise<string> {
  const { alias, kind, variable } = externalKeys[name]
  const client = new KMSClient({ endpoint })
  try {
    const { KeyMetadata } = await client
      .send(new DescribeKeyCommand({ KeyId: alias }))
      .catch(async (error) => {
        if (error.name !== 'NotFoundException') throw error
        const made = await client.send(new CreateKeyCommand(kind))
        const TargetKeyId = made.KeyMetadata?.KeyId
        await client.send(new CreateAliasCommand({ AliasName: alias, TargetKeyId }))
        return made
      })
    if (!KeyMetadata?.KeyId) throw new Error('no key id')
    return KeyMetadata.KeyId
  } catch (error) {
    const problem = `No key ${alias} can be found or created at ${endpoint}, which answers ${(error as Error).name}`
    throw new Error(`${problem}: name one with ${variable}.`)
  } finally {
    client.destroy()
  }
}

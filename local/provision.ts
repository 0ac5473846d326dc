import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { CreateAliasCommand, CreateKeyCommand, GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { CreateBucketCommand, GetObjectCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
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

/** What browsers may do with the bucket, from pages of these origins. */
export const corsRule = (...origins: string[]) => ({
  AllowedOrigins: origins,
  AllowedMethods: ['PUT', 'GET'],
  AllowedHeaders: ['*'],
})

/**
 * Finds the bucket at a named endpoint, or makes it, open to pages of this machine on any port since it outlives us.
 *
 * @throws one sentence when it is neither there nor can be made
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
      `Files go into the bucket "${Bucket}" at ${endpoint}, which answers ${name}: make it there, or name another with BUCKET_NAME.`,
    )
  } finally {
    client.destroy()
  }
}

/** Asks for an object, which every engine answers alike. */
const isMissing = (client: S3Client, Bucket: string): Promise<boolean> =>
  client.send(new GetObjectCommand({ Bucket, Key: 'nothing' })).then(
    () => false,
    (error: Error) => {
      if (error.name === 'NoSuchKey' || error.name === 'NoSuchBucket') return error.name === 'NoSuchBucket'
      throw error
    },
  )

/** The name that our signing key goes by at a named KMS, so that each start finds the one that an earlier one made. */
const keyAlias = 'alias/local-signer'

/**
 * The id of the signing key at a named endpoint, made there if no start has made it yet.
 *
 * @throws one sentence when it can neither be found nor made
 */
export async function provideKey(endpoint: string): Promise<string> {
  const client = new KMSClient({ endpoint })
  try {
    const { KeyId } = await client.send(new GetPublicKeyCommand({ KeyId: keyAlias })).catch(async (error) => {
      if (error.name !== 'NotFoundException') throw error
      const made = await client.send(
        new CreateKeyCommand({ KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' }),
      )
      const TargetKeyId = made.KeyMetadata?.KeyId
      await client.send(new CreateAliasCommand({ AliasName: keyAlias, TargetKeyId }))
      return { KeyId: TargetKeyId }
    })
    if (!KeyId) throw new Error('no key id')
    return KeyId
  } catch (error) {
    const { name } = error as Error
    throw new Error(
      `A signing key can neither be found nor made at ${endpoint}, which answers ${name}: name one with KMS_KEY_ID.`,
    )
  } finally {
    client.destroy()
  }
}

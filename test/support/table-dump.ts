import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, type NativeAttributeValue, ScanCommand } from '@aws-sdk/lib-dynamodb'

/** Reads the whole table without code of the product. Returns the JSON of each item by its key. */
export function openTableDump(env: Record<string, string>, isLeftOut: (pk: string) => boolean) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: env.DYNAMODB_ENDPOINT ?? '' }))
  return async (): Promise<Record<string, string>> => {
    const dump: [string, string][] = []
    let after: Record<string, NativeAttributeValue> | undefined
    do {
      const page = await client.send(
        new ScanCommand({ TableName: env.TABLE_NAME, ConsistentRead: true, ExclusiveStartKey: after }),
      )
      for (const item of page.Items ?? []) {
        if (!isLeftOut(String(item.pk))) dump.push([`${item.pk} ${item.sk}`, JSON.stringify(item, sorted)])
      }
      after = page.LastEvaluatedKey
    } while (after)
    return Object.fromEntries(dump.sort())
  }
}

/** Orders the attributes of each map, also of nested ones. */
const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { sortKeys } from './table-consistency.ts'

/** Reads the whole table without code of the product. Returns the JSON of each item by its key. */
export function openTableDump(env: Record<string, string>, isLeftOut: (pk: string) => boolean) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: env.DYNAMODB_ENDPOINT ?? '' }))
  return async (): Promise<Record<string, string>> => {
    const dump: [string, string][] = []
    for await (const page of paginateScan({ client }, { TableName: env.TABLE_NAME, ConsistentRead: true }))
      for (const item of page.Items ?? [])
        if (!isLeftOut(String(item.pk))) dump.push([`${item.pk} ${item.sk}`, JSON.stringify(item, sortKeys)])
    return Object.fromEntries(dump.sort())
  }
}

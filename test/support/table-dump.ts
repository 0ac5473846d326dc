import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { sortKeys } from './table-consistency.ts'

/** Local engines check the form of a signature only. The SDK would take most of the time of a test that scans often. */
const headersFor = (region: string, accessKey: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  'x-amz-target': 'DynamoDB_20120810.Scan',
  authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
})

type Stored = Record<string, AttributeValue> & { pk: { S: string }; sk: { S: string } }

/** Reads the whole table without code of the product. Returns the DynamoDB JSON of each item by its key. */
export function openTableDump(env: Record<string, string>, isLeftOut: (pk: string) => boolean) {
  const { AWS_ACCESS_KEY_ID = 'local', AWS_REGION = 'us-east-1', DYNAMODB_ENDPOINT = '', TABLE_NAME } = env
  const headers = headersFor(AWS_REGION, AWS_ACCESS_KEY_ID)
  return async (): Promise<Record<string, string>> => {
    const dump: [string, string][] = []
    for (let from: unknown = null, isFirst = true; isFirst || from; isFirst = false) {
      const request = {
        TableName: TABLE_NAME,
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }
      const answer = await fetch(DYNAMODB_ENDPOINT, {
        method: 'POST',
        headers,
        body: JSON.stringify(request),
      })
      const page = (await answer.json()) as { Items: Stored[]; LastEvaluatedKey?: unknown }
      if (!answer.ok) throw new Error(JSON.stringify(page))
      for (const item of page.Items)
        if (!isLeftOut(item.pk.S)) dump.push([`${item.pk.S} ${item.sk.S}`, JSON.stringify(item, sortKeys)])
      from = page.LastEvaluatedKey
    }
    return Object.fromEntries(dump.sort())
  }
}

import { startDynamoDbProxy } from './dynamodb-proxy.ts'

const errorType = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`

/**
 * A proxy that cancels the first `conflicts` transactions as DynamoDB does under contention, which the embedded engine
 * never does. Other requests pass.
 */
export async function startConflictingTable(
  endpoint: string,
  conflicts: number,
  reason = 'TransactionConflict',
) {
  let left = conflicts
  const front = await startDynamoDbProxy(endpoint, ({ operation, body }) => {
    if (operation !== 'TransactWriteItems' || left === 0) return null
    left--
    const reasons = (body.TransactItems as unknown[]).map((_, index) => ({
      Code: index === 0 ? reason : 'None',
    }))
    return {
      status: 400,
      body: {
        __type: errorType('TransactionCanceledException'),
        message: `Transaction cancelled [${reasons.map(({ Code }) => Code).join(', ')}]`,
        CancellationReasons: reasons,
      },
    }
  })
  /** `left`: how many transactions it will still cancel. */
  return { ...front, left: () => left }
}

/** A proxy in which the first `times` requests of one operation fail with this error. */
export async function startFailingTable(endpoint: string, times: number, operation: string, error: string) {
  let left = times
  const front = await startDynamoDbProxy(endpoint, (asked) => {
    if (asked.operation !== operation || left === 0) return null
    left--
    const status = error === 'InternalServerError' ? 500 : 400
    return { status, body: { __type: errorType(error), message: 'Not now' } }
  })
  /** `left`: how many requests will still fail. */
  return { ...front, left: () => left }
}

/** A proxy in which the first `times` batch reads return every key as unprocessed. */
export async function startUnprocessedKeysTable(endpoint: string, times: number, tableName: string) {
  let left = times
  const front = await startDynamoDbProxy(endpoint, ({ operation, body }) => {
    const { Keys = [], ...rest } = (body.RequestItems as Batch | undefined)?.[tableName] ?? {}
    if (operation !== 'BatchGetItem' || left === 0) return null
    left--
    return { status: 200, body: { Responses: {}, UnprocessedKeys: { [tableName]: { ...rest, Keys } } } }
  })
  return { ...front, left: () => left }
}

type Batch = Record<string, { Keys: unknown[] }>

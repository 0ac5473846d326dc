import { type Asked, startDynamoDbProxy } from './dynamodb-proxy.ts'

const errorType = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`

/** A proxy that answers the first `times` requests of one operation itself. Other requests pass. */
async function startFaultyTable(
  endpoint: string,
  times: number,
  operation: string,
  answer: (body: Asked['body']) => { status: number; body: unknown },
) {
  let left = times
  const front = await startDynamoDbProxy(endpoint, (asked) => {
    if (asked.operation !== operation || left === 0) return null
    left--
    return answer(asked.body)
  })
  /** `left`: how many requests it will still answer. */
  return { ...front, left: () => left }
}

/**
 * A proxy that cancels the first `conflicts` transactions as DynamoDB does under contention, which the embedded engine
 * never does.
 */
export const startConflictingTable = (endpoint: string, conflicts: number, reason: string) =>
  startFaultyTable(endpoint, conflicts, 'TransactWriteItems', (body) => {
    const reasons = (body.TransactItems as unknown[]).map((_, index) => ({ Code: index ? 'None' : reason }))
    const message = `Transaction cancelled [${reasons.map(({ Code }) => Code).join(', ')}]`
    const __type = errorType('TransactionCanceledException')
    return { status: 400, body: { __type, message, CancellationReasons: reasons } }
  })

/** A proxy in which the first `times` requests of one operation fail with this error. */
export const startFailingTable = (endpoint: string, times: number, operation: string, error: string) =>
  startFaultyTable(endpoint, times, operation, () => ({
    status: error === 'InternalServerError' ? 500 : 400,
    body: { __type: errorType(error), message: 'Not now' },
  }))

/** A proxy that loses the answer of the next write after `lose()`, as a connection that breaks after the request was sent. */
export async function startLosingTable(endpoint: string) {
  let isNext = false
  const front = await startDynamoDbProxy(endpoint, ({ operation }) => {
    if (!isNext || /^(Get|BatchGet|Query)/.test(operation)) return null
    isNext = false
    return 'lost'
  })
  const lose = () => {
    isNext = true
  }
  return { ...front, left: () => Number(isNext), lose }
}

type Batch = Record<string, { Keys: unknown[] }>

/** A proxy in which the first `times` batch reads return every key as unprocessed. */
export const startUnprocessedKeysTable = (endpoint: string, times: number, tableName: string) =>
  startFaultyTable(endpoint, times, 'BatchGetItem', (body) => {
    const { Keys = [], ...rest } = (body.RequestItems as Batch)[tableName] ?? {}
    return { status: 200, body: { Responses: {}, UnprocessedKeys: { [tableName]: { ...rest, Keys } } } }
  })

import { ulid } from 'ulid'
import { errorAnswer } from '../../functions/http/error-answer.ts'
import { ConditionFailed, openTable, type Table } from '../../functions/table/table.ts'
import {
  startConflictingTable,
  startFailingTable,
  startUnprocessedKeysTable,
} from '../support/dynamodb-faults.ts'
import { openOwnServices } from '../support/isolated-fixture.ts'

const { config, log } = openOwnServices()

const endpoint = config.DYNAMODB_ENDPOINT ?? ''

/** The table of this stack behind a proxy. */
async function behind(proxy: ReturnType<typeof startFailingTable>) {
  const { close, endpoint, left } = await proxy
  onTestFinished(close)
  return { left, table: openTable({ tableName: config.TABLE_NAME, endpoint }) }
}

/** The table of this stack behind a proxy that cancels the next `conflicts` transactions. */
const withConflicts = (conflicts: number, reason?: string) =>
  behind(startConflictingTable(endpoint, conflicts, reason))

const newKey = () => ({ pk: `TEST#${ulid()}`, sk: 'TEST' })
const createItem = (table: Table, key: ReturnType<typeof newKey>) =>
  table.write([{ put: { ...key, kept: true }, condition: 'attribute_not_exists(pk)' }])

test.each([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
])('A transaction cancelled for %s is retried until it succeeds, and is applied once', async (reason) => {
  const { left, table } = await withConflicts(4, reason)
  const key = newKey()
  await createItem(table, key)
  expect(left()).toBe(0)
  expect(await table.get(key)).toMatchObject({ kept: true })
  await expect(createItem(table, key)).rejects.toBeInstanceOf(ConditionFailed)
})

test('A transaction with a failed condition throws without a retry, and so does one with a validation error', async () => {
  for (const [reason, error] of [
    ['ConditionalCheckFailed', { failed: [0] }],
    ['ValidationError', { name: 'TransactionCanceledException' }],
  ] as const) {
    const { left, table } = await withConflicts(5, reason)
    await expect(createItem(table, newKey())).rejects.toMatchObject(error)
    expect(left()).toBe(4)
  }
})

test('A transaction that conflicts on every retry becomes a 503 that asks to try again, and writes nothing', async () => {
  const { table } = await withConflicts(1000)
  const key = newKey()
  const error = await createItem(table, key).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'TableBusy' })
  const answer = errorAnswer(error, 'a-request', log)
  expect(answer.statusCode).toBe(503)
  expect(JSON.parse(answer.body ?? '')).toMatchObject({ message: expect.stringContaining('try again') })
  expect(await table.get(key)).toBeUndefined()
})

/** The table of this stack behind a proxy that fails the next `times` requests of one operation. */
const withErrors = (times: number, operation: string, error: string) =>
  behind(startFailingTable(endpoint, times, operation, error))

/** Every DynamoDB operation that the product uses. */
const operations: Record<string, (table: Table, key: ReturnType<typeof newKey>) => Promise<unknown>> = {
  GetItem: (table, key) => table.get(key),
  BatchGetItem: (table, key) => table.getAll([key]),
  Query: (table, { pk }) => table.query({ pk, limit: 10 }),
  TransactWriteItems: createItem,
}
const transientErrors = [
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
]
const cases = Object.keys(operations).flatMap((operation) =>
  transientErrors.map((error) => [operation, error] as const),
)

test('Every operation is retried after a transient error until it succeeds', async () => {
  const allCases = [...cases, ['TransactWriteItems', 'TransactionInProgressException'] as const]
  const tried = allCases.map(async ([operation, error]) => {
    const { left, table } = await withErrors(2, operation, error)
    const key = newKey()
    if (operation !== 'TransactWriteItems') await createItem(table, key)
    await operations[operation]?.(table, key)
    expect(left(), `${operation} ${error}`).toBe(0)
    expect(await table.get(key)).toMatchObject({ kept: true })
  })
  await Promise.all(tried)
})

test('An operation that fails on every retry becomes a 503', async () => {
  const tried = cases.map(async ([operation, error]) => {
    const { table } = await withErrors(1000, operation, error)
    const thrown = await operations[operation]?.(table, newKey()).catch((trouble: unknown) => trouble)
    expect(thrown, `${operation} ${error}`).toMatchObject({ name: 'TableBusy' })
    expect(errorAnswer(thrown, 'a-request', log).statusCode).toBe(503)
  })
  await Promise.all(tried)
})

test('A request that DynamoDB rejects as invalid becomes a 500 without a retry', async () => {
  const { left, table } = await withErrors(5, 'GetItem', 'ValidationException')
  const thrown = await table.get(newKey()).catch((trouble: unknown) => trouble)
  expect(left()).toBe(4)
  expect(errorAnswer(thrown, 'a-request', log).statusCode).toBe(500)
})

test('A batch read asks again for its unprocessed keys', async () => {
  const { left, table } = await behind(startUnprocessedKeysTable(endpoint, 3, config.TABLE_NAME))
  const keys = Array.from({ length: 120 }, newKey)
  for (const key of keys) await createItem(table, key)
  const found = await table.getAll([...keys, ...keys])
  expect(left()).toBe(0)
  expect(found.map(({ pk }) => pk).sort()).toEqual(keys.map(({ pk }) => pk).sort())
})

import { ulid } from 'ulid'
import { errorAnswer } from '../../functions/http/error-answer.ts'
import * as files from '../../functions/table/files.ts'
import * as sessions from '../../functions/table/sessions.ts'
import * as signer from '../../functions/table/signer.ts'
import { ConditionFailed, openTable, type Table, update } from '../../functions/table/table.ts'
import {
  startConflictingTable,
  startFailingTable,
  startLosingTable,
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
const withConflicts = (conflicts: number, reason: string) =>
  behind(startConflictingTable(endpoint, conflicts, reason))
/** The table of this stack behind a proxy in which the next `times` single writes conflict with a transaction. */
const withSingleConflicts = (times: number) =>
  behind(startFailingTable(endpoint, times, 'PutItem', 'TransactionConflictException'))

const newKey = () => ({ pk: `TEST#${ulid()}`, sk: 'TEST' })
type Key = ReturnType<typeof newKey>
const creation = (key: Key) => ({
  name: 'created',
  put: { ...key, kept: true },
  condition: 'attribute_not_exists(pk)',
})
const createOne = (table: Table, key: Key) => table.write([creation(key)])
const createItem = (table: Table, key: Key) =>
  table.write([creation(key), { ...creation(newKey()), name: 'other' }])

test.each([
  ['transaction cancelled for TransactionConflict', createItem],
  ['transaction cancelled for ThrottlingError', createItem],
  ['transaction cancelled for ProvisionedThroughputExceeded', createItem],
  ['single write refused for TransactionConflictException', createOne],
])('A %s is retried until it succeeds, and is applied once', async (what, create) => {
  const conflicts =
    create === createOne ? withSingleConflicts(4) : withConflicts(4, what.split(' ').at(-1) ?? '')
  const { left, table } = await conflicts
  const key = newKey()
  await create(table, key)
  expect(left()).toBe(0)
  expect(await table.get(key)).toMatchObject({ kept: true })
  await expect(create(table, key)).rejects.toMatchObject(new ConditionFailed(['created']))
})

test('A transaction with a failed condition throws without a retry, and so does one with a validation error', async () => {
  for (const [reason, error] of [
    ['ConditionalCheckFailed', { failed: ['created'] }],
    ['ValidationError', { name: 'TransactionCanceledException' }],
  ] as const) {
    const { left, table } = await withConflicts(5, reason)
    await expect(createItem(table, newKey())).rejects.toMatchObject(error)
    expect(left()).toBe(4)
  }
})

test.each([
  ['transaction', createItem, () => withConflicts(1000, 'TransactionConflict')],
  ['single write', createOne, () => withSingleConflicts(1000)],
] as const)('A %s that conflicts on every retry becomes a 503 that asks to try again, and writes nothing', async (_, create, start) => {
  const { table } = await start()
  const key = newKey()
  const error = await create(table, key).catch((thrown: unknown) => thrown)
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
const operations: Record<string, (table: Table, key: Key) => Promise<unknown>> = {
  GetItem: (table, key) => table.get(key),
  BatchGetItem: (table, key) => table.getAll([key]),
  Query: (table, { pk }) => table.query({ pk, limit: 10 }),
  PutItem: createOne,
  UpdateItem: (table, key) => table.write([update(key, { set: { kept: true } })]),
  DeleteItem: (table, { pk }) => table.write([{ delete: { pk, sk: 'OTHER' } }]),
  TransactWriteItems: createItem,
}
const creates = ['PutItem', 'TransactWriteItems']
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
    if (!creates.includes(operation)) await createItem(table, key)
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

test('A write that must happen exactly once succeeds although its first answer is lost', async () => {
  const { close, endpoint: losing, left, lose } = await startLosingTable(endpoint)
  onTestFinished(close)
  const table = openTable({ tableName: config.TABLE_NAME, endpoint: losing })
  const afterLoss = async <T>(work: () => Promise<T>) => {
    lose()
    const result = await work()
    expect(left()).toBe(0)
    return result
  }
  const name = ulid()
  const file = { key: name, object: name, preview: null, ownerId: name, contentType: 'image/png' }
  expect(await afterLoss(() => files.create(table, { ...file, reviewerId: null }))).toBeNull()
  const challenge = { address: name, purpose: 'sign-in' }
  await sessions.saveChallenge(table, name, challenge, 2e9)
  expect(await afterLoss(() => sessions.consumeChallenge(table, name, challenge, 1))).toBe(true)
  expect(await afterLoss(() => signer.acquire(table, name, Date.now()))).not.toBeNull()
})

test('A batch read asks again for its unprocessed keys', async () => {
  const { left, table } = await behind(startUnprocessedKeysTable(endpoint, 3, config.TABLE_NAME))
  const keys = Array.from({ length: 120 }, newKey)
  for (const key of keys) await createItem(table, key)
  const found = await table.getAll([...keys, ...keys])
  expect(left()).toBe(0)
  expect(found.map(({ pk }) => pk).sort()).toEqual(keys.map(({ pk }) => pk).sort())
})

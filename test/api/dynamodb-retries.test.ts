import { ulid } from 'ulid'
import { expect, onTestFinished, test } from 'vitest'
import { errorAnswer } from '../../functions/http/error-answer.ts'
import { review } from '../../functions/market/reviews.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { ConditionFailed, openTable, type Table } from '../../functions/table/table.ts'
import {
  startConflictingTable,
  startFailingTable,
  startUnprocessedKeysTable,
} from '../support/dynamodb-faults.ts'
import { contextOf, openOwnServices, postedTask, submittedTo } from '../support/shared-fixture.ts'

const { config, log } = openOwnServices()

/** This stack's table, whose next transactions meet others. */
async function busy(conflicts: number, reason?: string) {
  const inFront = await startConflictingTable(config.DYNAMODB_ENDPOINT ?? '', conflicts, reason)
  onTestFinished(() => inFront.close())
  const table = openTable({ tableName: config.TABLE_NAME, endpoint: inFront.endpoint })
  return { table, left: inFront.left }
}

const newKey = () => ({ pk: `TEST#${ulid()}`, sk: 'TEST' })
const onlyOnce = (table: Table, key: ReturnType<typeof newKey>) =>
  table.write([{ put: { ...key, kept: true }, condition: 'attribute_not_exists(pk)' }])

test.each([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
])('a transaction that meets %s is tried again until it passes, and is made once', async (reason) => {
  const { left, table } = await busy(4, reason)
  const key = newKey()
  await onlyOnce(table, key)
  expect(left()).toBe(0)
  expect(await table.get(key)).toMatchObject({ kept: true })
  await expect(onlyOnce(table, key)).rejects.toBeInstanceOf(ConditionFailed)
})

test('a condition that fails is no contention: it is told at once', async () => {
  const { left, table } = await busy(5, 'ConditionalCheckFailed')
  await expect(onlyOnce(table, newKey())).rejects.toMatchObject({ failed: [0] })
  expect(left()).toBe(4)
})

test('a transaction that is malformed is not tried again', async () => {
  const { left, table } = await busy(5, 'ValidationError')
  await expect(onlyOnce(table, newKey())).rejects.toMatchObject({ name: 'TransactionCanceledException' })
  expect(left()).toBe(4)
})

test('contention without end is a 503 that says to try again, and nothing is written', async () => {
  const { table } = await busy(1000)
  const key = newKey()
  const error = await onlyOnce(table, key).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'TableBusy' })
  const answer = errorAnswer(error, 'a-request', log)
  expect(answer.statusCode).toBe(503)
  expect(JSON.parse(answer.body ?? '')).toMatchObject({ message: expect.stringContaining('try again') })
  expect(await table.get(key)).toBeUndefined()
})

test('an approval and its payout pass through contention and happen once', async () => {
  const { poster, task } = await postedTask({ reward: 21 })
  const { doer, submission } = await submittedTo(task)
  const before = await doer.balance()
  const reviewer = await poster.call('GET /api/user', {})
  const approving = await busy(3)
  await review(contextOf(reviewer, { table: approving.table }), {
    id: submission.id,
    status: 'approved',
    feedback: undefined,
  })
  expect(approving.left()).toBe(0)

  const paying = await busy(6)
  const services = openOwnServices({ table: paying.table })
  for (let turn = 0; turn < 50; turn++) {
    await settle(services, services.now() + 5000)
    if ((await payouts.get(services.table, submission.id))?.status === 'paid') break
    await services.sleep(50)
  }
  expect(await payouts.get(services.table, submission.id)).toMatchObject({ status: 'paid', slot: 0 })
  expect(paying.left()).toBe(0)
  expect((await doer.balance()) - before).toBe(21n * 10n ** 18n)
  expect(await doer.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ completions: 1 })
})

/** This stack's table behind something that fails, for one operation at a time. */
async function troubled(times: number, operation: string, error: string) {
  const inFront = await startFailingTable(config.DYNAMODB_ENDPOINT ?? '', times, operation, error)
  onTestFinished(() => inFront.close())
  return {
    table: openTable({ tableName: config.TABLE_NAME, endpoint: inFront.endpoint }),
    left: inFront.left,
  }
}

/** Everything that the product asks of the table. */
const operations: Record<string, (table: Table, key: ReturnType<typeof newKey>) => Promise<unknown>> = {
  GetItem: (table, key) => table.get(key),
  BatchGetItem: (table, key) => table.getAll([key]),
  Query: (table, { pk }) => table.query({ pk, limit: 10 }),
  TransactWriteItems: onlyOnce,
}
const passing = [
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
]
const cases = Object.keys(operations).flatMap((operation) =>
  passing.map((error) => [operation, error] as const),
)

test('whatever the table cannot take for a moment is tried again until it passes', async () => {
  const met = [...cases, ['TransactWriteItems', 'TransactionInProgressException'] as const]
  const tried = met.map(async ([operation, error]) => {
    const { left, table } = await troubled(2, operation, error)
    const key = newKey()
    if (operation !== 'TransactWriteItems') await onlyOnce(table, key)
    await operations[operation]?.(table, key)
    expect(left(), `${operation} ${error}`).toBe(0)
    expect(await table.get(key)).toMatchObject({ kept: true })
  })
  await Promise.all(tried)
})

test('trouble without end is a 503 that says to try again, whatever was asked', async () => {
  const tried = cases.map(async ([operation, error]) => {
    const { table } = await troubled(1000, operation, error)
    const thrown = await operations[operation]?.(table, newKey()).catch((trouble: unknown) => trouble)
    expect(thrown, `${operation} ${error}`).toMatchObject({ name: 'TableBusy' })
    expect(errorAnswer(thrown, 'a-request', log).statusCode).toBe(503)
  })
  await Promise.all(tried)
})

test('a request that the table does not understand is no contention: a 500, at once', async () => {
  const { left, table } = await troubled(5, 'GetItem', 'ValidationException')
  const thrown = await table.get(newKey()).catch((trouble: unknown) => trouble)
  expect(left()).toBe(4)
  expect(errorAnswer(thrown, 'a-request', log).statusCode).toBe(500)
})

test('a batch read asks again for what was put off', async () => {
  const inFront = await startUnprocessedKeysTable(config.DYNAMODB_ENDPOINT ?? '', 3, config.TABLE_NAME)
  onTestFinished(() => inFront.close())
  const table = openTable({ tableName: config.TABLE_NAME, endpoint: inFront.endpoint })
  const keys = Array.from({ length: 120 }, newKey)
  for (const key of keys) await onlyOnce(table, key)
  const found = await table.getAll([...keys, ...keys])
  expect(inFront.left()).toBe(0)
  expect(found.map(({ pk }) => pk).sort()).toEqual(keys.map(({ pk }) => pk).sort())
})

import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import { type IndexName, indexes, type Key } from './keys.ts'
import { isSpread, queryShards } from './shards.ts'

export type Item = Record<string, unknown>

type Names = Record<string, string>
interface Condition {
  condition?: string
  names?: Names
  values?: Item
  /** Makes a single write a transaction, which the SDK can repeat after a lost answer without a second effect. */
  once?: boolean
  /** The name by which a failed condition is reported. */
  name?: string
}
/** One write of a transaction; expressions as DynamoDB has them. */
export type Write =
  | ({ put: Key & Item } & Condition)
  | ({ update: Key; set: string } & Condition)
  | ({ delete: Key } & Condition)
  | ({ check: Key; condition: string } & Condition)

interface Changes extends Pick<Condition, 'values'> {
  /** New values by attribute; an undefined value changes nothing. `a.b` is the field b of the map a. */
  set?: Item
  /** Numbers, or elements of sets, to add. */
  add?: Item
  /** Elements of sets to remove. */
  subtract?: Item
  remove?: readonly string[]
  once?: boolean
  /** One condition, or several that must all hold. It may use the new values: `:name`, or `:a_b` for `a.b`. */
  condition?: string | readonly (string | false | undefined)[]
}

/** An update of one item. Every attribute has a placeholder (`#name`), because DynamoDB reserves many names. */
export function update(
  key: Key,
  { set = {}, add = {}, subtract = {}, remove = [], condition = [], values, once }: Changes,
) {
  const defined = (changes: Item) => Object.entries(changes).filter(([, value]) => value !== undefined)
  const name = (path: string) => `#${path.replaceAll('.', '.#')}`
  const placeholder = (path: string) => `:${path.replaceAll('.', '_')}`
  const clauses = Object.entries({
    SET: defined(set).map(([path]) => `${name(path)} = ${placeholder(path)}`),
    REMOVE: remove.map(name),
    ADD: defined(add).map(([path]) => `${name(path)} ${placeholder(path)}`),
    DELETE: defined(subtract).map(([path]) => `${name(path)} ${placeholder(path)}`),
  })
  const expression = clauses.flatMap(([verb, all]) => (all.length > 0 ? `${verb} ${all.join(', ')}` : []))
  const conditions = [condition].flat().filter(Boolean).join(' AND ')
  const names = `${expression.join(' ')} ${conditions}`.match(/#\w+/g) ?? []
  const changed = [...defined(set), ...defined(add), ...defined(subtract)].map(([path, value]) => [
    placeholder(path),
    value,
  ])
  const bound: Item = { ...Object.fromEntries(changed), ...values }
  return {
    update: key,
    set: expression.join(' '),
    names: Object.fromEntries(names.map((one) => [one, one.slice(1)])),
    ...(once && { once }),
    ...(conditions && { condition: conditions }),
    ...(Object.keys(bound).length > 0 && { values: bound }),
  }
}

export interface Query {
  index?: IndexName
  /** A partition, or the name of one that is spread over shards (shards.ts). */
  pk: string
  /** Prefix of the sort key. */
  prefix?: string
  /** Only sort keys below this one, or above this one. At most one of `prefix`, `below` and `above` is given. */
  below?: string | undefined
  above?: string | undefined
  newestFirst?: boolean
  limit: number
  after?: Item | undefined
  /** Of the table: half the cost, but the newest writes may be missing. Indexes are always like that. */
  isStale?: boolean
}

export interface Page {
  items: Item[]
  /** Key after which the next page starts; absent on the last page. */
  next: Item | undefined
}

/** The operations of DynamoDB that the product uses. */
export interface Table {
  /** Strongly consistent. */
  get(key: Key): Promise<Item | undefined>
  /** Strongly consistent. The items come in no particular order, and keys without an item are left out. */
  getAll(keys: Key[]): Promise<Item[]>
  query(query: Query): Promise<Page>
  /**
   * All writes or none (at most 100). Several writes are a transaction. A single write is not, because a transaction costs
   * twice. If the answer of a single write is lost, the SDK sends it again: then its condition can fail because of itself,
   * and its `ADD` can count twice. A write for which that is wrong says `once`.
   * @throws ConditionFailed naming the writes whose condition did not hold.
   */
  write(writes: Write[]): Promise<void>
  /** Called for each item that a list leaves out because its stored schema cannot read it. */
  onUnreadable?(facts: UnreadableItem): void
}

/** The key of an item, and the attributes that its stored schema refuses. */
type UnreadableItem = { pk: unknown; sk: unknown; attributes: string[] }

/** Conditions did not hold; `failed` has the names of their writes. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed'
  readonly failed: string[]
  constructor(failed: string[]) {
    super(`condition failed on write ${failed.join(', ')}`)
    this.failed = failed
  }
}

/** Contention or throttling lasted longer than the retries. */
export class TableBusy extends Error {
  override readonly name = 'TableBusy'
}

interface Options extends Pick<Table, 'onUnreadable'> {
  tableName: string
  endpoint?: string | undefined
}

const attempts = 12
const retryable = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/** Errors that the SDK throws only after its own retries, with jitter and the same idempotency token. */
const busyErrors = new Set([
  'InternalServerError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
])

/** The SDK's document client, or the client of a simulation. */
export type Client = Pick<DynamoDBDocumentClient, 'send'>

/** Opens the table. `endpoint` replaces that of AWS (DynamoDB Local, LocalStack, the embedded engine). */
export function openTable({ tableName, endpoint, ...listeners }: Options): Table {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...(endpoint && { endpoint }), maxAttempts: 5 }),
    { marshallOptions: { removeUndefinedValues: true } },
  )
  const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))
  return { ...tableOver(client, tableName, sleep), ...listeners }
}

/** The table that this client reaches; `sleep` waits some milliseconds between retries. */
export function tableOver(
  client: Client,
  tableName: string,
  sleep: (milliseconds: number) => Promise<void>,
): Table {
  /** Waits a random time up to `2^attempt × 10` ms, 800 ms at most. */
  const backOff = (attempt: number) => sleep(Math.random() * Math.min(800, 10 * 2 ** attempt))

  function send(TransactItems: TransactItem[], isPlain: boolean): Promise<unknown> {
    const { Put, Update, Delete } = (isPlain && TransactItems[0]) || {}
    if (Put) return client.send(new PutCommand(Put))
    if (Update) return client.send(new UpdateCommand(Update))
    if (Delete) return client.send(new DeleteCommand(Delete))
    return client.send(new TransactWriteCommand({ TransactItems }))
  }

  async function write(writes: Write[]): Promise<void> {
    const TransactItems = writes.map((one) => toTransactItem(one, tableName))
    const isPlain = writes.length === 1 && !writes[0]?.once
    for (let attempt = 0; ; attempt++) {
      try {
        await send(TransactItems, isPlain).catch(throwBusy)
        return
      } catch (error) {
        const codes = reasonsOf(error)
        const failed = writes.filter((_, index) => codes[index] === 'ConditionalCheckFailed')
        if (failed.length > 0) throw new ConditionFailed(failed.map(({ name = 'unnamed' }) => name))
        if (!codes.some((code) => retryable.has(code))) throw error
        if (attempt === attempts) throw new TableBusy('writes kept conflicting')
        await backOff(attempt)
      }
    }
  }

  async function queryPartition(query: Query): Promise<Page> {
    const { index, pk, prefix, below, above, newestFirst = false, limit, after, isStale = false } = query
    const of = index ? indexes[index] : { pk: 'pk', sk: 'sk' }
    const bound = prefix ?? below ?? above
    const comparison = prefix ? 'begins_with(#sk, :sk)' : `#sk ${below ? '<' : '>'} :sk`
    const command = new QueryCommand({
      TableName: tableName,
      ...(index ? { IndexName: index } : { ConsistentRead: !isStale }),
      KeyConditionExpression: `#pk = :pk${bound ? ` AND ${comparison}` : ''}`,
      ExpressionAttributeNames: { '#pk': of.pk, ...(bound && { '#sk': of.sk }) },
      ExpressionAttributeValues: { ':pk': pk, ...(bound && { ':sk': bound }) },
      ScanIndexForward: !newestFirst,
      Limit: limit,
      ExclusiveStartKey: after,
    })
    const answer = await client.send(command).catch(throwBusy)
    return { items: answer.Items ?? [], next: answer.LastEvaluatedKey }
  }

  return {
    write,
    query: (query) => (isSpread(query.pk) ? queryShards(query, queryPartition) : queryPartition(query)),
    async get(key) {
      const command = new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true })
      return (await client.send(command).catch(throwBusy)).Item
    },
    async getAll(all) {
      const found: Item[] = []
      let left: Item[] = dedupe(all)
      for (let attempt = 0; left.length; attempt++) {
        if (attempt > attempts) throw new TableBusy('reads kept being throttled')
        if (attempt) await backOff(attempt)
        const later: Item[] = []
        for (let start = 0; start < left.length; start += 100) {
          const Keys = left.slice(start, start + 100)
          const command = new BatchGetCommand({
            RequestItems: { [tableName]: { Keys, ConsistentRead: true } },
          })
          const answer = await client.send(command).catch(throwBusy)
          found.push(...(answer.Responses?.[tableName] ?? []))
          later.push(...(answer.UnprocessedKeys?.[tableName]?.Keys ?? []))
        }
        left = later
      }
      return found
    },
  }
}

function throwBusy(error: unknown): never {
  throw error instanceof Error && busyErrors.has(error.name)
    ? new TableBusy(error.name, { cause: error })
    : error
}

/** Why DynamoDB refused each of the writes, as the codes of a cancelled transaction. @throws any other error */
function reasonsOf(error: unknown): string[] {
  if (error instanceof ConditionalCheckFailedException) return ['ConditionalCheckFailed']
  if (error instanceof TransactionConflictException) return ['TransactionConflict']
  if (!(error instanceof TransactionCanceledException)) throw error
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None')
}

/** The writes of a transaction. A name is that of one write or of several. */
export type NamedWrites<Name extends string = string> = Record<Name, Write | Write[]>

/** Writes all or nothing. @returns the names of the writes whose condition does not hold; none when all were written */
export async function failedWrites<Name extends string>(
  table: Table,
  writes: NamedWrites<Name>,
): Promise<Name[]> {
  const names = Object.keys(writes) as Name[]
  try {
    await table.write(names.flatMap((name) => [writes[name]].flat().map((write) => ({ ...write, name }))))
    return []
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return names.filter((name) => error.failed.includes(name))
  }
}

/** Writes all or nothing. @returns false when a condition does not hold */
export const writeIfAll = async (table: Table, all: Write[]): Promise<boolean> =>
  (await failedWrites(table, { all })).length === 0

/** Writes all or nothing. @returns false when the condition of `current` does not hold. @throws ConditionFailed for the others */
export const writeIfCurrent = async (table: Table, writes: NamedWrites & { current: Write }) =>
  isCurrent(await failedWrites(table, writes))

/** Whether no write has failed. @throws ConditionFailed if one failed although `current` did not */
export function isCurrent(failed: string[]): boolean {
  if (failed.length > 0 && !failed.includes('current')) throw new ConditionFailed(failed)
  return failed.length === 0
}

/** The pages of a query, one after another. */
export async function* pages(table: Table, query: Query): AsyncGenerator<Item[]> {
  let after: Item | undefined
  do {
    const page = await table.query({ ...query, after })
    yield page.items
    after = page.next
  } while (after)
}

/** Pages of 1 MB that one list reads at most. */
const maxPages = 4

/**
 * The first items of a partition, or the newest: at most `limit` items, read in at most four pages of 1 MB or
 * 1,000 items.
 */
export async function readList(
  table: Table,
  query: Pick<Query, 'index' | 'pk' | 'prefix' | 'below' | 'above' | 'limit' | 'newestFirst'>,
): Promise<Item[]> {
  const items: Item[] = []
  let after: Item | undefined
  for (let pages = 0; pages < maxPages && items.length < query.limit; pages++) {
    const page = await table.query({ ...query, limit: Math.min(1000, query.limit - items.length), after })
    items.push(...page.items)
    after = page.next
    if (!after) break
  }
  return items
}

/**
 * The newest items of a partition of gsi3, newest first. The index has only their keys, so each is read from the table.
 * `below`: only those with smaller ids.
 */
export async function readNewest(table: Table, pk: string, limit: number, below?: string): Promise<Item[]> {
  const found = await table.getAll(
    keysOf(await readList(table, { index: 'gsi3', pk, newestFirst: true, limit, below })),
  )
  return found.sort((a, b) => String(b.gsi3sk).localeCompare(String(a.gsi3sk)))
}

/** The keys of items, as an index has them. */
export const keysOf = (items: Item[]): Key[] =>
  items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))

export async function deletePartition(table: Table, pk: string): Promise<void> {
  for (;;) {
    const { items } = await table.query({ pk, limit: 50 })
    if (items.length === 0) return
    await table.write(items.map((item) => ({ delete: { pk, sk: String(item.sk) } })))
  }
}

/** The item of this key, or undefined. @throws ZodError for an item that the schema cannot read */
export async function readItem<S extends z.ZodType>(
  table: Table,
  stored: S,
  key: Key,
): Promise<z.output<S> | undefined> {
  const item = await table.get(key)
  return item && stored.parse(item)
}

/** Reads items of a list by their stored schema. One that it cannot read is left out, so that the list never fails. */
export const readItems = <S extends z.ZodType>(table: Table, stored: S, items: Item[]): z.output<S>[] =>
  items.flatMap((item) => {
    const { data, error } = stored.safeParse(item)
    if (!error) return [data]
    const attributes = error.issues.map(({ path }) => path.join('.'))
    table.onUnreadable?.({ pk: item.pk, sk: item.sk, attributes })
    return []
  })

function dedupe(all: Key[]): Item[] {
  return [...new Map(all.map((key) => [`${key.pk}\n${key.sk}`, { pk: key.pk, sk: key.sk }])).values()]
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

function toTransactItem(one: Write, TableName: string): TransactItem {
  const shared = {
    TableName,
    ...(one.condition && { ConditionExpression: one.condition }),
    ...(one.names && { ExpressionAttributeNames: one.names }),
    ...(one.values && { ExpressionAttributeValues: one.values }),
  }
  if ('put' in one) return { Put: { ...shared, Item: one.put } }
  if ('update' in one) return { Update: { ...shared, Key: one.update, UpdateExpression: one.set } }
  if ('delete' in one) return { Delete: { ...shared, Key: one.delete } }
  return { ConditionCheck: { ...shared, Key: one.check, ConditionExpression: one.condition } }
}

import {
  ConditionalCheckFailedException,
  InternalServerError,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  type BatchGetCommandInput,
  DeleteCommand,
  type GetCommandInput,
  PutCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { type IndexName, indexes, type Key } from '../../functions/table/keys.ts'
import type { Client, Item } from '../../functions/table/table.ts'
import { apply, holds } from './dynamodb-expressions.ts'
import type { Faults } from './faults.ts'
import type { Actor, Scheduler, StepResult } from './scheduler.ts'

const idOf = ({ pk, sk }: Item) => `${pk}\n${sk}`
const metadata = { $metadata: {}, message: 'Not now' }

/** Milliseconds after which all indexes show a write. */
const indexLag = 3000

type Expression = {
  ConditionExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Item | undefined
}

const bindings = (one: Expression) => ({
  names: one.ExpressionAttributeNames,
  values: one.ExpressionAttributeValues,
})

/** A model of one DynamoDB table with transactions, consistent reads, and indexes that may be stale. */
export class SimulatedTable {
  readonly items: Map<string, Item>
  /** Called for every write that took effect, with the item before and after. */
  readonly watchers: ((after: Item | undefined, before: Item | undefined, actor: Actor) => void)[] = []
  #recent: { at: number; key: string; before: Item | undefined }[] = []
  readonly #scheduler: Scheduler
  readonly #faults: Faults

  constructor(items: Map<string, Item>, scheduler: Scheduler, faults: Faults) {
    this.items = items
    this.#scheduler = scheduler
    this.#faults = faults
  }

  /** Reads an item for a check: without a request, so no fault can occur. */
  get(key: Key): Item | undefined {
    return this.items.get(idOf({ ...key }))
  }

  /** Reads all items of a partition for a check: without a request, so no fault can occur. */
  all(pk: string): Item[] {
    return [...this.items.values()].filter((item) => item.pk === pk)
  }

  /** The DynamoDB document client of one process. */
  clientOf(actor: Actor): Client {
    const send = (command: { input: object; constructor: { name: string } }) => {
      const label = () => `${command.constructor.name.slice(0, -7)} ${describe(command)}`
      return this.#scheduler.call(actor, label, () => this.#answer(command, actor))
    }
    return { send } as unknown as Client
  }

  /** Runs a command, or injects a fault. */
  #answer(command: { input: object }, actor: Actor): StepResult<object> {
    const { random } = this.#scheduler
    const writes = writesOf(command)
    const isSingle = writes?.length === 1
    const fault = this.#faults.table(writes !== undefined)
    if (fault === 'throttled') return { error: new ThrottlingException(metadata) }
    if (fault === 'internal') return { error: new InternalServerError(metadata) }
    if (fault === 'conflict') return { error: refused(['TransactionConflict'], isSingle) }
    if (fault === 'lost') return { error: timeout() }
    if (fault === 'late')
      return {
        late: () => this.#applyLate(command, actor),
        error: timeout(),
        after: random.between(10, 20_000),
        summary: 'times out, takes effect later',
      }
    const result = this.#apply(command, actor)
    if (fault !== 'timeout') return result
    // The SDK sends it again. A transaction has an idempotency token then, and a single write has none.
    if (isSingle && random.chance(0.5)) return this.#apply(command, actor)
    return {
      error: timeout(),
      summary: `times out after ${'error' in result ? result.error.message : 'success'}`,
    }
  }

  #applyLate(command: { input: object }, actor: Actor) {
    const result = this.#apply(command, actor)
    this.#scheduler.trace('table', 'late request', 'error' in result ? result.error.message : 'took effect')
  }

  #apply(command: { input: object }, actor: Actor): StepResult<object> {
    const { input } = command
    const writes = writesOf(command)
    if (writes) return this.#write(writes, actor)
    if ('RequestItems' in input) return { answer: this.#batchGet(input as BatchGetCommandInput) }
    if ('KeyConditionExpression' in input) return { answer: this.#query(input as QueryCommandInput) }
    const { Key: key } = input as GetCommandInput
    const item = this.items.get(idOf(key as Item))
    return { answer: { Item: item && { ...item } } }
  }

  #write(writes: TransactItems, actor: Actor): StepResult<object> {
    const changes = new Map<string, Item | undefined>()
    const codes: string[] = []
    for (const { Put, Update, Delete, ConditionCheck } of writes) {
      const one = (Put ?? Update ?? Delete ?? ConditionCheck) as Expression
      const key = idOf((Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Item)
      if (changes.has(key)) return { error: new TypeError(`The transaction has the key ${key} twice`) }
      const before = this.items.get(key)
      const met = !one.ConditionExpression || holds(one.ConditionExpression, before, bindings(one))
      codes.push(met ? 'None' : 'ConditionalCheckFailed')
      if (ConditionCheck) changes.set(key, before)
      else if (Delete) changes.set(key, undefined)
      else if (Put) changes.set(key, { ...Put.Item })
      else if (Update) {
        const after: Item = { ...(Update.Key as Item), ...before }
        apply(Update.UpdateExpression ?? '', after, bindings(Update as Expression))
        changes.set(key, after)
      }
    }
    if (codes.some((code) => code !== 'None')) return { error: refused(codes, writes.length === 1) }
    const befores = [...changes.keys()].map((key) => this.items.get(key))
    for (const [key, after] of changes) this.#set(key, after)
    let index = 0
    for (const after of changes.values()) {
      const before = befores[index++]
      if (after !== before) for (const watch of this.watchers) watch(after, before, actor)
    }
    return { answer: {} }
  }

  #set(key: string, after: Item | undefined) {
    const before = this.items.get(key)
    if (before === after) return
    if (after) this.items.set(key, after)
    else this.items.delete(key)
    this.#recent.push({ at: this.#scheduler.now, key, before })
  }

  #batchGet({ RequestItems = {} }: BatchGetCommandInput): object {
    const [[name, asked] = ['', undefined]] = Object.entries(RequestItems)
    const Keys = (asked?.Keys ?? []) as Item[]
    const unprocessed = this.#faults.leavesUnprocessedKeys() ? Keys.slice(Math.floor(Keys.length / 2)) : []
    const found = Keys.slice(0, Keys.length - unprocessed.length).flatMap((key) => {
      const item = this.items.get(idOf(key))
      return item ? [{ ...item }] : []
    })
    return {
      Responses: { [name]: found },
      ...(unprocessed.length && { UnprocessedKeys: { [name]: { Keys: unprocessed } } }),
    }
  }

  #query(input: QueryCommandInput): object {
    const index = input.IndexName as IndexName | undefined
    const of = index ? indexes[index] : { pk: 'pk', sk: 'sk' }
    const text = input.KeyConditionExpression ?? ''
    const given = bindings(input as Expression)
    const found = [...(index ? this.#stale() : this.items).values()]
      .filter((item) => item[of.sk] !== undefined && holds(text, item, given))
      .sort((one, other) => order(one, other, of.sk))
    if (input.ScanIndexForward === false) found.reverse()
    const after = input.ExclusiveStartKey as Item | undefined
    const start = after ? found.findIndex((item) => idOf(item) === idOf(after)) + 1 : 0
    const items = found.slice(start, start + (input.Limit ?? 1000))
    const last = items.at(-1)
    return {
      Items: items.map((item) => ({ ...item })),
      ...(last && start + items.length < found.length && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }),
    }
  }

  /** The items as an index shows them: some recent writes may be missing. */
  #stale(): Map<string, Item> {
    const { now } = this.#scheduler
    this.#recent = this.#recent.filter((write) => write.at > now - indexLag)
    if (this.#recent.length === 0 || !this.#faults.staleIndex()) return this.items
    const shown = new Map(this.items)
    for (const { key, before } of this.#recent.toReversed()) {
      if (!this.#scheduler.random.chance(0.5)) continue
      if (before) shown.set(key, before)
      else shown.delete(key)
    }
    return shown
  }
}

const order = (one: Item, other: Item, sk: string) => {
  const [a, b] = [one[sk] as string, other[sk] as string]
  return a < b ? -1 : a > b ? 1 : 0
}

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>
type Update = TransactItems[number]['Update']

/** The writes of a command; undefined for a read. */
function writesOf(command: { input: object }): TransactItems | undefined {
  if (command instanceof TransactWriteCommand) return command.input.TransactItems ?? []
  if (command instanceof PutCommand) return [{ Put: command.input }]
  if (command instanceof UpdateCommand) return [{ Update: command.input as Update }]
  if (command instanceof DeleteCommand) return [{ Delete: command.input }]
  return undefined
}

function refused(codes: string[], isSingle: boolean) {
  if (isSingle && codes[0] === 'ConditionalCheckFailed') return new ConditionalCheckFailedException(metadata)
  if (isSingle) return new TransactionConflictException(metadata)
  return new TransactionCanceledException({
    $metadata: {},
    message: codes.join(', '),
    CancellationReasons: codes.map((Code) => ({ Code })),
  })
}

/** The error that the SDK throws when a request gets no answer. The request may have taken effect. */
export const timeout = () => Object.assign(new Error('No answer'), { name: 'TimeoutError' })

function describe(command: { input: object }): string {
  const { input } = command
  const writes = writesOf(command)
  if (writes) {
    const parts = writes.map(({ Put, Update, Delete, ConditionCheck }) => {
      const key = (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Item
      const kind = Put ? 'put' : Update ? 'update' : Delete ? 'delete' : 'check'
      return `${kind} ${describeKey(key)}${Update ? ` ${Update.UpdateExpression}` : ''}`
    })
    return parts.join('; ')
  }
  const { Key: key } = input as GetCommandInput
  if (key) return describeKey(key as Item)
  return Object.values((input as QueryCommandInput).ExpressionAttributeValues ?? {}).join(' ')
}

const describeKey = ({ pk, sk }: Item) => `${pk}/${sk}`.replaceAll(/0{8,}/g, '…')

import {
  InternalServerError,
  ThrottlingException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import {
  type BatchGetCommandInput,
  type GetCommandInput,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { type IndexName, indexes, type Key } from '../../functions/table/keys.ts'
import type { Client, Item } from '../../functions/table/table.ts'
import { apply, holds } from './expressions.ts'
import type { Faults } from './faults.ts'
import type { Actor, Fate, Scheduler } from './scheduler.ts'

const at = ({ pk, sk }: Item) => `${pk}\n${sk}`
const metadata = { $metadata: {}, message: 'Not now' }

/** Milliseconds after which every index shows a write. */
const indexLag = 3000

type Bound = {
  ConditionExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Item | undefined
}

const bindings = (one: Bound) => ({
  names: one.ExpressionAttributeNames,
  values: one.ExpressionAttributeValues,
})

/** One table of DynamoDB: transactions, consistent reads, and indexes that may show what was a moment ago. */
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

  get(key: Key): Item | undefined {
    return this.items.get(at({ ...key }))
  }

  all(pk: string): Item[] {
    return [...this.items.values()].filter((item) => item.pk === pk)
  }

  /** The document client of one process. */
  clientOf(actor: Actor): Client {
    const send = (command: { input: object; constructor: { name: string } }) => {
      const what = () => `${command.constructor.name.slice(0, -7)} ${named(command.input)}`
      return this.#scheduler.call(actor, what, () => this.#answer(command, actor))
    }
    return { send } as unknown as Client
  }

  #answer(command: { input: object }, actor: Actor): Fate<object> {
    const { random } = this.#scheduler
    const writes = command instanceof TransactWriteCommand
    const fault = this.#faults.table(writes)
    if (fault === 'throttled') return { error: new ThrottlingException(metadata) }
    if (fault === 'internal') return { error: new InternalServerError(metadata) }
    if (fault === 'conflict') return { error: cancelled(['TransactionConflict']) }
    if (fault === 'lost') return { error: timeout() }
    if (fault === 'late')
      return {
        late: () => this.#quietly(command, actor),
        error: timeout(),
        after: random.between(10, 20_000),
        said: 'times out, takes effect later',
      }
    const fate = this.#apply(command.input, actor)
    if (fault !== 'timeout') return fate
    return { error: timeout(), said: `times out after ${'error' in fate ? fate.error.message : 'success'}` }
  }

  #quietly(command: { input: object }, actor: Actor) {
    const fate = this.#apply(command.input, actor)
    this.#scheduler.say('table', 'late request', 'error' in fate ? fate.error.message : 'took effect')
  }

  #apply(input: object, actor: Actor): Fate<object> {
    if ('TransactItems' in input) return this.#transact(input as TransactWriteCommandInput, actor)
    if ('RequestItems' in input) return { answer: this.#batchGet(input as BatchGetCommandInput) }
    if ('KeyConditionExpression' in input) return { answer: this.#query(input as QueryCommandInput) }
    const { Key: key } = input as GetCommandInput
    const item = this.items.get(at(key as Item))
    return { answer: { Item: item && { ...item } } }
  }

  #transact({ TransactItems = [] }: TransactWriteCommandInput, actor: Actor): Fate<object> {
    const changes = new Map<string, Item | undefined>()
    const codes: string[] = []
    for (const { Put, Update, Delete, ConditionCheck } of TransactItems) {
      const one = (Put ?? Update ?? Delete ?? ConditionCheck) as Bound
      const key = at((Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Item)
      if (changes.has(key)) return { error: new TypeError(`${key} is in the transaction twice`) }
      const before = this.items.get(key)
      const met = !one.ConditionExpression || holds(one.ConditionExpression, before, bindings(one))
      codes.push(met ? 'None' : 'ConditionalCheckFailed')
      if (ConditionCheck) changes.set(key, before)
      else if (Delete) changes.set(key, undefined)
      else if (Put) changes.set(key, { ...Put.Item })
      else if (Update) {
        const after: Item = { ...(Update.Key as Item), ...before }
        apply(Update.UpdateExpression ?? '', after, bindings(Update as Bound))
        changes.set(key, after)
      }
    }
    if (codes.some((code) => code !== 'None')) return { error: cancelled(codes) }
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
    const putOff = this.#faults.putsOff() ? Keys.slice(Math.floor(Keys.length / 2)) : []
    const found = Keys.slice(0, Keys.length - putOff.length).flatMap((key) => {
      const item = this.items.get(at(key))
      return item ? [{ ...item }] : []
    })
    return {
      Responses: { [name]: found },
      ...(putOff.length && { UnprocessedKeys: { [name]: { Keys: putOff } } }),
    }
  }

  #query(input: QueryCommandInput): object {
    const index = input.IndexName as IndexName | undefined
    const of = index ? indexes[index] : { pk: 'pk', sk: 'sk' }
    const text = input.KeyConditionExpression ?? ''
    const given = bindings(input as Bound)
    const found = [...(index ? this.#stale() : this.items).values()]
      .filter((item) => item[of.sk] !== undefined && holds(text, item, given))
      .sort((one, other) => order(one, other, of.sk))
    if (input.ScanIndexForward === false) found.reverse()
    const after = input.ExclusiveStartKey as Item | undefined
    const start = after ? found.findIndex((item) => at(item) === at(after)) + 1 : 0
    const items = found.slice(start, start + (input.Limit ?? 1000))
    const last = items.at(-1)
    return {
      Items: items.map((item) => ({ ...item })),
      ...(last && start + items.length < found.length && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }),
    }
  }

  /** The items as an index shows them: each recent write may not have reached it yet. */
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

function cancelled(codes: string[]) {
  return new TransactionCanceledException({
    $metadata: {},
    message: codes.join(', '),
    CancellationReasons: codes.map((Code) => ({ Code })),
  })
}

/** What is thrown when the SDK gave up: nobody knows whether the request took effect. */
export const timeout = () => Object.assign(new Error('nobody knows'), { name: 'TimeoutError' })

function named(input: object): string {
  const { TransactItems } = input as TransactWriteCommandInput
  if (TransactItems) {
    const parts = TransactItems.map(({ Put, Update, Delete, ConditionCheck }) => {
      const key = (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Item
      const kind = Put ? 'put' : Update ? 'update' : Delete ? 'delete' : 'check'
      return `${kind} ${brief(key)}${Update ? ` ${Update.UpdateExpression}` : ''}`
    })
    return parts.join('; ')
  }
  const { Key: key } = input as GetCommandInput
  if (key) return brief(key as Item)
  return Object.values((input as QueryCommandInput).ExpressionAttributeValues ?? {}).join(' ')
}

const brief = ({ pk, sk }: Item) => `${pk}/${sk}`.replaceAll(/0{8,}/g, '…')

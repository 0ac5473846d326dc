import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  type BatchGetCommandInput,
  type GetCommandInput,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { type IndexName, indexes } from '../../../functions/table/keys.ts'
import type { Client, Item } from '../../../functions/table/table.ts'
import { apply, holds } from '../../sim/dynamodb-expressions.ts'
import type { Clock } from './virtual-clock.ts'

/** Milliseconds of a DynamoDB read and of a transaction. */
const latency = { read: 5, write: 12 }

const keyOf = ({ pk, sk }: Item) => `${pk}\n${sk}`

/** Approximate bytes of an item as DynamoDB counts them: attribute names and values. */
const size = (item: Item) =>
  Object.entries(item).reduce(
    (sum, [name, value]) => sum + name.length + JSON.stringify(value ?? null).length,
    0,
  )

const kilobytes = (item: Item | undefined, each: number) => (item ? Math.ceil(size(item) / each) : 0)

/**
 * An in-memory DynamoDB that counts the capacity units DynamoDB would charge: 2 for each KB that a transaction writes, 1 for
 * each KB added to or removed from an index, 1 for each 4 KB of a consistent read, and 0.5 for each 4 KB read from an index.
 */
export class MeteredTable {
  read = 0
  written = 0
  requests = 0
  readonly #items = new Map<string, Item>()
  /** The sorted items of each index partition. */
  readonly #partitions = new Map<string, { key: string; at: string }[]>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Stores an item without counting capacity. */
  put(item: Item) {
    this.#set(item)
  }

  client(): Client {
    const send = async (command: { input: object }) => {
      this.requests++
      const writes = command instanceof TransactWriteCommand
      await this.#clock.wait(writes ? latency.write : latency.read)
      return writes ? this.#transact(command.input) : this.#read(command.input)
    }
    return { send } as unknown as Client
  }

  #read(input: object): object {
    if ('RequestItems' in input) {
      const [[name = '', asked] = []] = Object.entries((input as BatchGetCommandInput).RequestItems ?? {})
      const found = ((asked?.Keys ?? []) as Item[]).flatMap((key): Item[] => {
        const item = this.#items.get(keyOf(key))
        return item ? [item] : []
      })
      this.read += found.reduce((sum, item) => sum + kilobytes(item, 4096), 0)
      return { Responses: { [name]: found } }
    }
    if ('KeyConditionExpression' in input) return this.#query(input as QueryCommandInput)
    const item = this.#items.get(keyOf((input as GetCommandInput).Key as Item))
    this.read += Math.max(1, kilobytes(item, 4096))
    return { Item: item }
  }

  #query(input: QueryCommandInput): object {
    const { ':pk': pk, ':sk': bound } = input.ExpressionAttributeValues ?? {}
    const isBelow = input.KeyConditionExpression?.includes('<')
    const part = this.#partitions.get(`${input.IndexName}\n${pk}`) ?? []
    const items: Item[] = []
    for (const { at, key } of part) {
      if (bound !== undefined && !isBelow && at <= bound) continue
      if (items.length === input.Limit || (bound !== undefined && at >= bound && isBelow)) break
      const item = this.#items.get(key)
      if (item) items.push(item)
    }
    this.read += Math.ceil(items.reduce((sum, item) => sum + size(item), 0) / 4096) / 2
    return { Items: items }
  }

  #transact({ TransactItems = [] }: TransactWriteCommandInput): object {
    const codes: string[] = []
    const after: (Item | undefined)[] = []
    for (const { Put, Update, Delete, ConditionCheck } of TransactItems) {
      const one = Update ?? Put ?? Delete ?? ConditionCheck
      const before = this.#items.get(keyOf((Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Item))
      const given = { names: one?.ExpressionAttributeNames, values: one?.ExpressionAttributeValues }
      const met = !one?.ConditionExpression || holds(one.ConditionExpression, before, given)
      codes.push(met ? 'None' : 'ConditionalCheckFailed')
      if (ConditionCheck) after.push(before)
      else if (Put) after.push(Put.Item)
      else if (Update) {
        const item: Item = { ...(Update.Key as Item), ...before }
        apply(Update.UpdateExpression ?? '', item, given)
        after.push(item)
      } else after.push(undefined)
      this.written += 2 * Math.max(1, kilobytes(before, 1024), kilobytes(after.at(-1), 1024))
    }
    if (codes.some((code) => code !== 'None'))
      throw new TransactionCanceledException({
        $metadata: {},
        message: codes.join(', '),
        CancellationReasons: codes.map((Code) => ({ Code })),
      })
    TransactItems.forEach(({ ConditionCheck, Delete }, index) => {
      if (Delete) this.#remove(Delete.Key as Item)
      else if (!ConditionCheck) this.written += this.#set(after[index] as Item)
    })
    return {}
  }

  #remove(key: Item) {
    const before = this.#items.get(keyOf(key))
    if (before) for (const name of Object.keys(indexes)) this.#removeFromIndex(name as IndexName, before)
    this.#items.delete(keyOf(key))
  }

  /** @returns the write units of the indexes */
  #set(item: Item): number {
    const key = keyOf(item)
    const before = this.#items.get(key)
    this.#items.set(key, item)
    let charged = 0
    for (const name of Object.keys(indexes) as IndexName[]) {
      const { pk, sk } = indexes[name]
      const isIn = item[pk] !== undefined && item[sk] !== undefined
      const wasIn = before !== undefined && before[pk] !== undefined && before[sk] !== undefined
      const moved = wasIn && (!isIn || before[pk] !== item[pk] || before[sk] !== item[sk])
      if (moved) {
        this.#removeFromIndex(name, before)
        charged += kilobytes(before, 1024)
      }
      if (isIn) charged += kilobytes(item, 1024)
      if (isIn && (moved || !wasIn)) this.#addToIndex(name, item)
    }
    return charged
  }

  #addToIndex(name: IndexName, item: Item) {
    const { pk, sk } = indexes[name]
    const id = `${name}\n${item[pk]}`
    const part = this.#partitions.get(id) ?? []
    this.#partitions.set(id, part)
    const at = String(item[sk])
    let place = part.length
    while (place > 0 && (part[place - 1]?.at ?? '') > at) place--
    part.splice(place, 0, { key: keyOf(item), at })
  }

  #removeFromIndex(name: IndexName, item: Item) {
    const { pk, sk } = indexes[name]
    const part = this.#partitions.get(`${name}\n${item[pk]}`) ?? []
    const place = part.findIndex(({ key, at }) => at === item[sk] && key === keyOf(item))
    if (place >= 0) part.splice(place, 1)
  }
}

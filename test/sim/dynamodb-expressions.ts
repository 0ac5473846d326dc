import type { Item } from '../../functions/table/table.ts'

/**
 * Evaluates those condition, key condition and update expressions of DynamoDB that the product uses. An expression is parsed
 * at its first use only.
 */

interface Bindings {
  names?: Record<string, string> | undefined
  values?: Item | undefined
}
type Condition = (item: Item | undefined, given: Bindings) => boolean
type Update = (item: Item, given: Bindings) => void
type Operand = (item: Item | undefined, given: Bindings) => unknown

const conditions = new Map<string, Condition>()
const updates = new Map<string, Update>()

const token = /\s*(<>|<=|>=|[=<>(),]|[#:]?\w+)/y

function tokens(text: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    if (!match?.[1]) throw new SyntaxError(`Not an expression: ${text.slice(at)}`)
    found.push(match[1])
  }
  return found
}

/** Reads the tokens of an expression one after another. */
class Reader {
  readonly #all: string[]
  #at = 0
  constructor(text: string) {
    this.#all = tokens(text)
  }
  peek = () => this.#all[this.#at]
  next(): string {
    const one = this.#all[this.#at++]
    if (one === undefined) throw new SyntaxError(`Expression ends early: ${this.#all.join(' ')}`)
    return one
  }
  takes(one: string): boolean {
    if (this.peek() !== one) return false
    this.#at++
    return true
  }
  expect(one: string): void {
    const found = this.next()
    if (found !== one) throw new SyntaxError(`Expected ${one}, found ${found} in ${this.#all.join(' ')}`)
  }
}

const nameOf = (path: string, { names }: Bindings): string => {
  if (!path.startsWith('#')) return path
  const name = names?.[path]
  if (name === undefined) throw new SyntaxError(`No name for ${path}`)
  return name
}

function operand(text: string): Operand {
  if (!text.startsWith(':')) return (item, given) => item?.[nameOf(text, given)]
  return (_, { values }) => {
    if (values === undefined || !(text in values)) throw new SyntaxError(`No value for ${text}`)
    return values[text]
  }
}

const isOrdered = (one: unknown, other: unknown) =>
  typeof one === typeof other && (typeof one === 'number' || typeof one === 'string')

const compare: Record<string, (one: never, other: never) => boolean> = {
  '=': (one, other) => one === other,
  '<>': (one, other) => one !== other,
  '<': (one, other) => isOrdered(one, other) && one < other,
  '>': (one, other) => isOrdered(one, other) && one > other,
  '<=': (one, other) => isOrdered(one, other) && one <= other,
  '>=': (one, other) => isOrdered(one, other) && one >= other,
}

function parseOr(reader: Reader): Condition {
  let left = parseAnd(reader)
  while (reader.takes('OR')) {
    const [one, other] = [left, parseAnd(reader)]
    left = (item, given) => one(item, given) || other(item, given)
  }
  return left
}

function parseAnd(reader: Reader): Condition {
  let left = parseCondition(reader)
  while (reader.takes('AND')) {
    const [one, other] = [left, parseCondition(reader)]
    left = (item, given) => one(item, given) && other(item, given)
  }
  return left
}

function parseCondition(reader: Reader): Condition {
  if (reader.takes('NOT')) {
    const inner = parseCondition(reader)
    return (item, given) => !inner(item, given)
  }
  if (reader.takes('(')) {
    const inner = parseOr(reader)
    reader.expect(')')
    return inner
  }
  const first = reader.next()
  if (first === 'attribute_exists' || first === 'attribute_not_exists') {
    reader.expect('(')
    const path = reader.next()
    reader.expect(')')
    const wanted = first === 'attribute_exists'
    return (item, given) => (item?.[nameOf(path, given)] !== undefined) === wanted
  }
  if (first === 'begins_with') {
    reader.expect('(')
    const value = operand(reader.next())
    reader.expect(',')
    const prefix = operand(reader.next())
    reader.expect(')')
    return (item, given) => String(value(item, given) ?? '').startsWith(String(prefix(item, given)))
  }
  const left = operand(first)
  const operator = reader.next()
  const compared = compare[operator]
  if (!compared) throw new SyntaxError(`Unknown comparison: ${operator}`)
  const right = operand(reader.next())
  return (item, given) => {
    const one = left(item, given)
    return one !== undefined && compared(one as never, right(item, given) as never)
  }
}

/** Whether this condition or key condition expression is true for the item; undefined for an item that does not exist. */
export function holds(text: string, item: Item | undefined, given: Bindings): boolean {
  let known = conditions.get(text)
  if (!known) {
    const reader = new Reader(text)
    known = parseOr(reader)
    if (reader.peek() !== undefined) throw new SyntaxError(`Unexpected token ${reader.peek()} in ${text}`)
    conditions.set(text, known)
  }
  return known(item, given)
}

function parseClause(reader: Reader): Update {
  const kind = reader.next()
  const parts: Update[] = []
  do {
    const path = reader.next()
    if (kind === 'REMOVE') {
      parts.push((item, given) => {
        delete item[nameOf(path, given)]
      })
      continue
    }
    if (kind === 'SET') reader.expect('=')
    else if (kind !== 'ADD') throw new SyntaxError(`Unknown update: ${kind}`)
    const value = operand(reader.next())
    parts.push((item, given) => {
      const name = nameOf(path, given)
      const by = value(item, given)
      if (kind === 'SET') item[name] = by
      else if (by instanceof Set) item[name] = new Set([...((item[name] as Set<string>) ?? []), ...by])
      else item[name] = Number(item[name] ?? 0) + Number(by)
    })
  } while (reader.takes(','))
  return (item, given) => {
    for (const part of parts) part(item, given)
  }
}

/** Changes the item as this update expression says. */
export function apply(text: string, item: Item, given: Bindings): void {
  let known = updates.get(text)
  if (!known) {
    const reader = new Reader(text)
    const clauses: Update[] = []
    while (reader.peek() !== undefined) clauses.push(parseClause(reader))
    known = (changed, bindings) => {
      for (const one of clauses) one(changed, bindings)
    }
    updates.set(text, known)
  }
  known(item, given)
}

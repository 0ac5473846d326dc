import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../../functions/table/table.ts'

/**
 * Evaluates those condition, key condition and update expressions of DynamoDB that the product uses. A condition is
 * translated to JavaScript at its first use.
 */

interface Bindings {
  names?: Record<string, string> | undefined
  values?: Item | undefined
}
type Operand = (text: string) => unknown

const isOrdered = (one: unknown, other: unknown) =>
  typeof one === typeof other && (typeof one === 'number' || typeof one === 'string')

/** What conditions may use. A missing attribute makes every comparison false. */
const operations = {
  equal: (one: unknown, other: unknown) => one !== undefined && isDeepStrictEqual(one, other),
  different: (one: unknown, other: unknown) => one !== undefined && !isDeepStrictEqual(one, other),
  less: (one: never, other: never) => isOrdered(one, other) && one < other,
  greater: (one: never, other: never) => isOrdered(one, other) && one > other,
  atMost: (one: never, other: never) => isOrdered(one, other) && one <= other,
  atLeast: (one: never, other: never) => isOrdered(one, other) && one >= other,
  attribute_exists: (one: unknown) => one !== undefined,
  attribute_not_exists: (one: unknown) => one === undefined,
  begins_with: (one: unknown, prefix: unknown) => String(one ?? '').startsWith(String(prefix)),
}
const comparisons: Record<string, keyof typeof operations> = {
  '=': 'equal',
  '<>': 'different',
  '<': 'less',
  '>': 'greater',
  '<=': 'atMost',
  '>=': 'atLeast',
}
const words: Record<string, string> = { AND: '&&', OR: '||', NOT: '!' }

const translations = new Map<string, (operation: typeof operations, operand: Operand) => boolean>()

function translation(condition: string) {
  const known = translations.get(condition)
  if (known) return known
  const calls = condition
    .replace(/([#:]?[\w.#]+)\s*(<>|<=|>=|[<>=])\s*([#:]?[\w.#]+)/g, (_, one, operator, other) => {
      return `${comparisons[operator]}(${one}, ${other})`
    })
    .replace(/[#:]?\b[\w.#]+\b(?!\()/g, (word) => words[word] ?? `operand('${word}')`)
    .replace(/\b(?!operand)\w+\(/g, 'operation.$&')
  const translated = new Function('operation', 'operand', `return ${calls}`) as (
    operation: typeof operations,
    operand: Operand,
  ) => boolean
  translations.set(condition, translated)
  return translated
}

/** The names of a path such as `#appeal.#status`. */
const namesOf = (path: string, { names }: Bindings): string[] =>
  path.split('.').map((part) => {
    const name = part.startsWith('#') ? names?.[part] : part
    if (name === undefined) throw new SyntaxError(`No name for ${part}`)
    return name
  })

function boundValue(placeholder: string, { values }: Bindings): unknown {
  if (values === undefined || !(placeholder in values)) throw new SyntaxError(`No value for ${placeholder}`)
  return values[placeholder]
}

/** Whether this condition or key condition expression is true for the item; undefined for an item that does not exist. */
export function holds(condition: string, item: Item | undefined, given: Bindings): boolean {
  const operand: Operand = (text) =>
    text.startsWith(':')
      ? boundValue(text, given)
      : namesOf(text, given).reduce<unknown>((value, name) => (value as Item | undefined)?.[name], item)
  return translation(condition)(operations, operand)
}

/** Changes the item as this update expression says. */
export function apply(update: string, item: Item, given: Bindings): void {
  const clauses = update.replaceAll(/\s+/g, ' ').replaceAll(/= if_not_exists\([^,]+, (:\w+)\)/g, '?$1')
  const pattern = /(SET|ADD|REMOVE|DELETE) (.*?)(?=$| SET | ADD | REMOVE | DELETE )/g
  for (const [, kind = '', parts = ''] of clauses.matchAll(pattern))
    for (const part of parts.split(',')) {
      const [path = '', placeholder = ''] = part.trim().split(/[ =]+/)
      const [name = '', inner] = namesOf(path, given)
      const before = item[name]
      if (kind === 'REMOVE') delete item[name]
      else if (inner) item[name] = { ...(before as Item), [inner]: boundValue(placeholder, given) }
      else if (placeholder.startsWith('?')) item[name] = before ?? boundValue(placeholder.slice(1), given)
      else item[name] = changed(kind, before, boundValue(placeholder, given))
    }
}

function changed(kind: string, before: unknown, value: unknown): unknown {
  if (kind === 'SET') return value
  if (!(value instanceof Set)) return Number(before ?? 0) + Number(value)
  const former = [...((before as Set<unknown> | undefined) ?? [])]
  return new Set(kind === 'ADD' ? [...former, ...value] : former.filter((one) => !value.has(one)))
}

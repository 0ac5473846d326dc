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
  equal: (one: unknown, other: unknown) => one !== undefined && one === other,
  different: (one: unknown, other: unknown) => one !== undefined && one !== other,
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
    .replace(/([#:]?\w+)\s*(<>|<=|>=|[<>=])\s*([#:]?\w+)/g, (_, one, operator, other) => {
      return `${comparisons[operator]}(${one}, ${other})`
    })
    .replace(/[#:]?\b\w+\b(?!\()/g, (word) => words[word] ?? `operand('${word}')`)
    .replace(/\b(?!operand)\w+\(/g, 'operation.$&')
  const translated = new Function('operation', 'operand', `return ${calls}`) as (
    operation: typeof operations,
    operand: Operand,
  ) => boolean
  translations.set(condition, translated)
  return translated
}

function nameOf(path: string, { names }: Bindings): string {
  if (!path.startsWith('#')) return path
  const name = names?.[path]
  if (name === undefined) throw new SyntaxError(`No name for ${path}`)
  return name
}

function boundValue(placeholder: string, { values }: Bindings): unknown {
  if (values === undefined || !(placeholder in values)) throw new SyntaxError(`No value for ${placeholder}`)
  return values[placeholder]
}

/** Whether this condition or key condition expression is true for the item; undefined for an item that does not exist. */
export function holds(condition: string, item: Item | undefined, given: Bindings): boolean {
  const operand: Operand = (text) =>
    text.startsWith(':') ? boundValue(text, given) : item?.[nameOf(text, given)]
  return translation(condition)(operations, operand)
}

/** Changes the item as this update expression says. */
export function apply(update: string, item: Item, given: Bindings): void {
  for (const [, kind, parts = ''] of update.matchAll(/(SET|ADD|REMOVE) (.*?)(?=$| SET | ADD | REMOVE )/g))
    for (const part of parts.split(',')) {
      const [path = '', placeholder = ''] = part.trim().split(/[ =]+/)
      const name = nameOf(path, given)
      if (kind === 'REMOVE') delete item[name]
      else item[name] = changed(kind === 'ADD', item[name], boundValue(placeholder, given))
    }
}

function changed(isAdded: boolean, before: unknown, value: unknown): unknown {
  if (!isAdded) return value
  if (value instanceof Set) return new Set([...((before as Set<string>) ?? []), ...value])
  return Number(before ?? 0) + Number(value)
}

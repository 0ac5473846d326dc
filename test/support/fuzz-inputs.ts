import fc from 'fast-check'
import * as z from 'zod'
import * as unusual from './fuzz-values.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

/** Fields in the order in which they are sent; a name may occur twice. */
export type Fields = [name: string, value: unknown][]

/**
 * Generates inputs that are valid for a route's schema. A field that `known` names gets one of the existing ids in
 * `known`.
 */
export function inputs(schema: z.ZodType, known: Record<string, string[]>): fc.Arbitrary<Fields> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof(...(root.anyOf ?? [root]).map((one) => fieldsOf(one, known)))
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, known: Record<string, string[]>) {
  const all = Object.entries(properties).map(([name, schema]) => {
    const fitting = validFor(schema, known, name).map((value): Fields => [[name, value]])
    return required.includes(name) ? fitting : fc.oneof(fitting, fc.constant<Fields>([]))
  })
  return fc.tuple(...all).map((fields) => fields.flat())
}

function validFor(schema: JsonSchema, known: Record<string, string[]>, name = ''): fc.Arbitrary<unknown> {
  const ids = known[name]
  if (ids) return fc.constantFrom(...ids)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validFor(one, known)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'object') return fieldsOf(schema, known).map(toObject)
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({
      min: schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1,
      max: schema.maximum ?? 2 ** 40,
    })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.format === 'date-time')
    return fc
      .integer({ min: 1, max: 700 })
      .map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { size: 'small' })
  const { minLength = 0, maxLength = 50 } = schema
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 50) })
}

const toObject = (fields: Fields) => Object.fromEntries(fields)

/**
 * Changes the fields so that they have one error: a missing field, an unusual value, a field twice, or an unknown
 * name.
 */
export function withOneError(fields: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return fc
    .tuple(fields, fc.nat(), fc.nat(3), unusual.fieldName, unusual.value)
    .map(([all, at, how, name, value]) => {
      const [own, before] = all[at % Math.max(1, all.length)] ?? [name, value]
      const rest = all.filter(([other]) => other !== own)
      if (how === 0) return rest
      if (how === 1) return [...rest, [name, value]]
      if (how === 2) return [...all, [own, value]]
      return [...rest, [own, replaceInner(before, at, value)]]
    })
}

/** For an object, usually one inner field is replaced and not the whole object. */
function replaceInner(before: unknown, at: number, value: unknown): unknown {
  if (typeof before !== 'object' || before === null || at % 4 === 0) return value
  const names = Object.keys(before)
  return { ...before, [names[at % names.length] ?? '']: value }
}

/** Writes JSON. Lone surrogates are escaped; `RawJson` is written unchanged. */
export function toJson(value: unknown): string {
  if (value instanceof unusual.RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return fieldsToJson(Object.entries(value))
}

export const fieldsToJson = (fields: Fields): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`).join()}}`

/** Writes a value as text for a URL. */
export const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : toJson(value)).toWellFormed().slice(0, 3000)

import * as z from 'zod'
import { address, bytes32, timestamp, ulid } from '../../domain/schema.ts'

type JsonSchema = { [keyword: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] }

const toJson = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
const patterns = new Map(
  Object.entries({ ulid, address, bytes32, timestamp }).map(([name, schema]) => [
    toJson(schema, 'input').pattern,
    name,
  ]),
)

/** A schema in one line: `{id: ulid, reason?: string(..5), amount: integer|null}`. Strict objects end with `!`. */
export const describeInput = (schema: z.ZodType) => describe(toJson(schema, 'input'), 'input')
export const describeOutput = (schema: z.ZodType) => describe(toJson(schema, 'output'), 'output')

function describe(schema: JsonSchema, io: 'input' | 'output'): string {
  const inner = (one: unknown) => describe(one as JsonSchema, io)
  const initial = 'default' in schema ? ` = ${JSON.stringify(schema.default)}` : ''
  if (schema.anyOf) return (schema.anyOf as unknown[]).map(inner).join('|') + initial
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join('|') + initial
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `${inner(schema.items)}[]`
  if (schema.type === 'object' && schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${inner(field)}`,
    )
    return `{${fields.join(', ')}}${io === 'input' && schema.additionalProperties === false ? '!' : ''}`
  }
  const name = patterns.get(schema.pattern) ?? [schema.type ?? 'any'].flat().join('|')
  return `${name}${range(schema)}${initial}`
}

function range({ minLength, maxLength, minimum, maximum, exclusiveMinimum, type }: JsonSchema): string {
  const low = minLength ?? minimum ?? (exclusiveMinimum === undefined ? undefined : `>${exclusiveMinimum}`)
  const high = maxLength ?? maximum
  const isAny = low === undefined && high === undefined
  const isWholeInteger =
    type === 'integer' && low === Number.MIN_SAFE_INTEGER && high === Number.MAX_SAFE_INTEGER
  if (isAny || isWholeInteger) return ''
  return `(${low ?? ''}..${high === Number.MAX_SAFE_INTEGER ? '' : (high ?? '')})`
}

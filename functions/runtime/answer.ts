import * as z from 'zod'

/**
 * Copies from a value, such as a stored record, the fields that a schema names. All other fields are left out, also
 * in lists and nested objects. Nothing is validated, because the type of `value` guarantees every field.
 */
export function answerOf<S extends z.ZodType>(schema: S, value: z.output<S>): z.output<S> {
  return strip(schema, value) as z.output<S>
}

function strip(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return strip(schema.unwrap(), value)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => strip(schema.element, one))
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const fields = new Map<string, unknown>(Object.entries(value))
  const named = Object.entries(schema.shape).filter(([name]) => fields.has(name))
  return Object.fromEntries(named.map(([name, field]) => [name, strip(field, fields.get(name))]))
}

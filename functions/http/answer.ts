import * as z from 'zod'

/**
 * The answer that a schema describes, made of a value that has all its fields, such as a stored record. Fields that the
 * schema does not name are left out, in lists and nested objects too. Nothing is validated: the types have done that.
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

import * as z from 'zod'

// Every file imports zod itself as `import * as z from 'zod'`. A re-export from here would add 350 KB to bundles.

/** Sets zod's default messages to those that users see: 'Required', 'Expected X, received Y', 'Maximum X …'. */
z.config({
  // Otherwise zod generates code at the first use of each schema, which makes a cold start slower.
  jitless: true,
  customError: (issue) => {
    if (issue.input === undefined) return 'Required'
    if (issue.code === 'too_big' && issue.origin === 'string') return `Maximum ${issue.maximum} characters`
    if (issue.code === 'too_big' && issue.origin === 'number') return `Must be at most ${issue.maximum}`
    if (issue.code === 'too_small' && issue.origin === 'number') return `Must be at least ${issue.minimum}`
    if (issue.code === 'invalid_value') return `Must be one of ${issue.values.map(String).join(', ')}`
    if (issue.code !== 'invalid_type') return undefined
    if (issue.expected === 'int') return 'Must be a whole number'
    return `Expected ${issue.expected}, received ${typeName(issue.input)}`
  },
})

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value).toLowerCase()
  return typeof value
}

/**
 * `z.object` that builds its fields at their first use. A process uses few of the schemas that it loads, and building all of them
 * takes a third of a cold start.
 */
export const object = <T extends z.core.$ZodLooseShape>(fields: () => T) =>
  lazily(fields) as z.ZodObject<T, z.core.$strip>

/** The same for `z.strictObject`. */
export const strict = <T extends z.core.$ZodLooseShape>(fields: () => T) =>
  lazily(fields, nothing) as z.ZodObject<T, z.core.$strict>

const nothing = z.never()

function lazily(fields: () => z.core.$ZodLooseShape, catchall?: z.ZodNever) {
  let built: z.core.$ZodLooseShape | undefined
  const shape = { get: () => (built ??= fields()) }
  return new z.ZodObject(
    Object.defineProperty({ type: 'object' as const, shape: {}, catchall }, 'shape', shape),
  )
}

export const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Not a valid id')
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'Not a valid wallet address')
export const bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Not a valid 32-byte hex value')
export const hash = bytes32
/** ISO 8601 UTC. */
export const timestamp = z.iso.datetime()

const isText = (value: string) => !/(?![\t\n\r])\p{Cc}/u.test(value)
/** Bidirectional control characters can show a text, or a URL, in another order than it is read (Unicode TR 36). */
const keepsDirection = (value: string) => !/\p{Bidi_Control}/u.test(value)
/** `https://bank.example@evil.example` leads to evil.example. Browsers read a backslash, no slash and several ones alike. */
const hasPlainUrls = (value: string) => !/https?:[\\/]*[^\s\\/?#]*@/i.test(value)

/** Whether a text shows anything. Letters that are shown as blanks: Hangul fillers, the empty braille pattern. */
const isVisible = (value: string) =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(value.replace(/[\u115f\u1160\u2800\u3164\uffa0]/g, ''))

const checked = (schema: z.ZodString) =>
  schema
    .refine(isText, 'Not a valid text')
    .refine(keepsDirection, 'Please remove the invisible characters that change the direction of the text')
    .refine(hasPlainUrls, 'Please remove the user name before the @ from the URL')

/**
 * A required text: trimmed, not blank, at most `max` characters, no control characters except tabs and line breaks, no
 * bidirectional control characters, and no URLs with a user name.
 */
export const requiredText = (max: number, message = 'Required') =>
  checked(z.string().trim().min(1, message).max(max)).refine(isVisible, message)

/** A text that may be empty; otherwise it has the rules of `requiredText`. */
export const possiblyEmptyText = (max: number) => checked(z.string().trim().max(max))

/** An optional text. Null and an empty text become undefined. */
export const optionalText = (max: number) =>
  possiblyEmptyText(max)
    .transform((value) => value || undefined)
    .nullish()
    .transform((value) => value ?? undefined)

/** Any text that makes a request's URL another one for caches. */
export const fresh = z.string().max(20).optional()

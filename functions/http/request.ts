import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import { AppError, type FieldError } from '../../domain/errors.ts'
import { requestBody } from '../../domain/limits.ts'
import type { Row } from '../../domain/route.ts'

/** Refuses requests from pages of other sites that change or count something. @throws forbidden */
export function checkOrigin(
  event: APIGatewayProxyEventV2,
  siteOrigin: string,
  { isCounted }: Pick<Row, 'isCounted'>,
) {
  const { method } = event.requestContext.http
  if (!isCounted && (method === 'GET' || method === 'HEAD')) return
  const { origin, 'sec-fetch-site': site } = event.headers
  if ((origin !== undefined && origin !== siteOrigin) || site === 'cross-site') {
    throw new AppError('forbidden', 'This call must come from the site itself')
  }
}

/** Path, query and body parameters as one object, validated by the route's row; path parameters win. */
export async function parseInput(
  event: APIGatewayProxyEventV2,
  row: Pick<Row, 'input' | 'multipart' | 'body'>,
): Promise<unknown> {
  const { method } = event.requestContext.http
  const given =
    method === 'GET'
      ? event.queryStringParameters
      : row.body === 'ignored'
        ? {}
        : await readBody(event, row.multipart)
  const parsed = row.input.safeParse({ ...given, ...event.pathParameters })
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue) => fieldErrors(issue))
  const onlyId =
    errors.length > 0 && errors.every(({ path }) => Object.hasOwn(event.pathParameters ?? {}, path))
  if (onlyId) throw new AppError('notFound', 'There is nothing under this id')
  throw new AppError('invalid', sentence(errors), errors)
}

/**
 * The field errors of an issue. For a union, the errors of its first alternative, because callers usually mean that
 * one.
 */
function fieldErrors(issue: z.core.$ZodIssue, within: PropertyKey[] = []): FieldError[] {
  const path = [...within, ...issue.path]
  const first = issue.code === 'invalid_union' ? issue.errors[0] : undefined
  if (first) return first.flatMap((inner) => fieldErrors(inner, path))
  return [{ path: path.join('.'), message: issue.message }]
}

function sentence(errors: FieldError[]): string {
  const [first] = errors
  return first?.path ? `${first.path}: ${first.message}` : (first?.message ?? 'The request is not valid')
}

async function readBody(event: APIGatewayProxyEventV2, field?: string): Promise<Record<string, unknown>> {
  if (!event.body) return {}
  if (field && /^multipart\/form-data\b/i.test(event.headers['content-type'] ?? ''))
    return { file: await readFile(event, field) }
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body
  if (Buffer.byteLength(text) > requestBody) throw new AppError('tooLarge', 'The request is too large')
  if (!/^application\/json(?:\s*;|\s*$)/i.test(event.headers['content-type'] ?? '')) {
    const orFile = field ? `, or the file as multipart/form-data in the field ${field}` : ''
    throw new AppError('unsupportedType', `Please send JSON with the content type application/json${orFile}`)
  }
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid', 'The request body must be a JSON object')
  }
  return body as Record<string, unknown>
}

/** Reads the file in `field` of a multipart body (RFC 7578). @throws invalid */
async function readFile({ body = '', headers, isBase64Encoded }: APIGatewayProxyEventV2, field: string) {
  const refused = (message: string) => new AppError('invalid', message, [{ path: field, message }])
  const type = headers['content-type'] ?? ''
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  // `async`, because `Response` throws at once for a header with a character above U+00FF.
  const readForm = async () => new Response(bytes, { headers: { 'content-type': type } }).formData()
  const form = await readForm().catch(() => {
    throw refused('The multipart body is not valid')
  })
  const file = form.get(field)
  if (!(file instanceof File)) throw refused(`Send the file in the field "${field}"`)
  return file.bytes()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => {
      // I-JSON (RFC 7493) forbids unpaired surrogates, and DynamoDB refuses them.
      if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('unpaired surrogate')
      return value
    })
  } catch {
    throw new AppError('invalid', 'The request body is not valid JSON')
  }
}

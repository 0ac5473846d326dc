import * as z from 'zod'
import { api, type RouteKey, routeKeys, splitRoute } from './api.ts'
import { brand } from './brand.ts'
import { type ErrorCode, errorStatus } from './errors.ts'
import {
  errorDescriptions,
  groupDescriptions,
  introduction,
  routeDescriptions,
} from './openapi-descriptions.ts'
import { groups, type Row } from './route.ts'

type JsonSchema = { properties?: Record<string, JsonSchema>; required?: string[]; [keyword: string]: unknown }

const toSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as JsonSchema

const errorBody = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
})

const errorExample = {
  message: 'reward: Maximum 1000 CENTS',
  errors: [{ path: 'reward', message: 'Maximum 1000 CENTS' }],
  requestId: '0f8e2c1a-5d3b-4c6f-9a7e-1b2c3d4e5f60',
}

const headers = {
  RequestId: {
    description: 'The id of this request. Include it in support requests.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'The number of seconds to wait before a retry', schema: { type: 'integer' } },
  NextPage: {
    description: 'The URL of the next page, `<…>; rel="next"` (RFC 8288). Absent on the last page.',
    schema: { type: 'string' },
  },
  Session: { description: 'The session cookie', schema: { type: 'string' } },
}
const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name ?? '')

/** Makes the OpenAPI 3.1 document from the routes of `api`, for this site origin and name of the session cookie. */
export function openApi(siteOrigin: string, cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const key of routeKeys) {
    const { method, path } = splitRoute(key)
    const plain = path.replace('+}', '}')
    paths[plain] = { ...paths[plain], [method.toLowerCase()]: operation(key, method, path) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: siteOrigin }],
    tags: groups.map((name) => ({ name, description: groupDescriptions[name] })),
    paths,
    components: {
      schemas: { Error: { ...toSchema(errorBody, 'output'), examples: [errorExample] } },
      headers,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  }
}

function operation(key: RouteKey, method: string, path: string) {
  const row: Row = api[key]
  const inPath = parameterNames(path)
  const input = toSchema(row.input, 'input')
  const parameter = (name: string, where: 'path' | 'query') => ({
    name,
    in: where,
    required: input.required?.includes(name) ?? false,
    schema: input.properties?.[name],
  })
  const others = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name))
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path')),
    ...(method === 'GET' ? others.map((name) => parameter(name, 'query')) : []),
  ]
  return {
    operationId: row.name,
    summary: summary(row.name),
    description: routeDescriptions[key],
    tags: [row.group],
    security: row.access === 'anyone' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' && { requestBody: requestBody(key, input, inPath) }),
    responses: { ...success(key), ...errors(method, row) },
  }
}

/** 'createTask' → 'Create task' */
const summary = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (first) => first.toUpperCase())

function requestBody(key: RouteKey, input: JsonSchema, inPath: string[]) {
  const row = api[key]
  // A multipart route accepts content type and size as JSON (the first alternative), or the file itself.
  const [declared] = (input.anyOf ?? []) as JsonSchema[]
  const { $schema: _, ...schema } = declared ?? input
  const body: JsonSchema = schema.properties
    ? {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(schema.properties).filter(([name]) => !inPath.includes(name)),
        ),
        ...(schema.required && { required: schema.required.filter((name) => !inPath.includes(name)) }),
      }
    : schema
  const file = { type: 'string', contentMediaType: 'image/*' }
  return {
    required: (body.required ?? []).length > 0,
    content: {
      'application/json': { schema: body },
      ...('multipart' in row && {
        'multipart/form-data': { schema: { type: 'object', properties: { [row.multipart]: file } } },
      }),
    },
  }
}

function success(key: RouteKey) {
  const row: Row = api[key]
  const named = { 'x-request-id': header('RequestId') }
  if (row.answer === 'redirect') {
    const location = {
      description: 'A URL of the file that is valid for a few minutes',
      schema: { type: 'string', format: 'uri' },
    }
    return { 302: { description: 'Redirects to the file', headers: { ...named, location } } }
  }
  const isDocument = row.answer === 'document'
  const { $schema: _, ...schema } = isDocument ? { type: 'string' } : toSchema(row.output, 'output')
  const answer = {
    description: 'OK',
    headers: {
      ...named,
      ...(row.answer === 'page' && { link: header('NextPage') }),
      ...(row.session && { 'set-cookie': header('Session') }),
    },
    content: { [isDocument ? '*/*' : 'application/json']: { schema } },
  }
  return row.answer === 'progress'
    ? { 200: answer, 202: { ...answer, description: 'The payment is not complete yet' } }
    : { 200: answer }
}

function errors(method: string, { access, answer, isCounted, session }: Row) {
  const codes: ErrorCode[] = ['invalid', 'notFound', 'tooManyRequests', 'internal', 'unavailable']
  if (access !== 'anyone' || session === 'start' || isCounted) codes.push('unauthenticated', 'forbidden')
  if (method !== 'GET') codes.push('forbidden', 'conflict', 'tooLarge', 'unsupportedType')
  // A preview is made when it is asked for.
  if (answer === 'redirect') codes.push('tooLarge', 'unsupportedType')
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const page = { 'text/html': { schema: { type: 'string' } } }
  return Object.fromEntries(
    [...new Set(codes)].map((code) => [
      errorStatus[code],
      {
        description: errorDescriptions[code],
        headers: {
          'x-request-id': header('RequestId'),
          ...(code === 'tooManyRequests' && { 'retry-after': header('RetryAfter') }),
        },
        content: answer === 'document' && code === 'notFound' ? { ...content, ...page } : content,
      },
    ]),
  )
}

import { api, routeKeys, splitRoute } from './api.ts'
import { brand } from './brand.ts'
import { type ErrorCode, errorStatus } from './errors.ts'
import { z } from './schema.ts'

type JsonSchema = { properties?: Record<string, JsonSchema>; required?: string[]; [keyword: string]: unknown }

const toSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  }) as JsonSchema

const errorBody = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
})

const descriptions: Partial<Record<ErrorCode, string>> = {
  invalid: 'The input is not valid',
  unauthenticated: 'Not signed in',
  forbidden: 'Not yours, or not from the site',
  notFound: 'There is no such thing, or none for you to see',
  conflict: 'The state of things does not allow it',
  tooLarge: 'Larger than the limit',
  unsupportedType: 'Not a content type that this call takes',
  tooManyRequests: 'Too often; see Retry-After',
  internal: 'Something went wrong on our side',
}

const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name ?? '')

/** The API as an OpenAPI 3.1 document, made from the rows of `api`. */
export function openApi(siteOrigin: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const key of routeKeys) {
    const { method, path } = splitRoute(key)
    const plain = path.replace('+}', '}')
    paths[plain] = { ...paths[plain], [method.toLowerCase()]: operation(key, method, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: siteOrigin }],
    paths,
    components: {
      schemas: { Error: toSchema(errorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  }
}

function operation(key: keyof typeof api, method: string, path: string) {
  const row = api[key]
  const inPath = parameterNames(path)
  const input = toSchema(row.input, 'input')
  const parameter = (name: string, where: 'path' | 'query') => ({
    name,
    in: where,
    required: where === 'path' || (input.required?.includes(name) ?? false),
    schema: input.properties?.[name] ?? {},
  })
  const others = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name))
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path')),
    ...(method === 'GET' ? others.map((name) => parameter(name, 'query')) : []),
  ]
  return {
    operationId: row.name,
    summary: row.name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`),
    tags: [row.group],
    security: row.access === 'anyone' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' && { requestBody: requestBody(key, input, inPath) }),
    responses: { ...success(key), ...errors(method, row.access !== 'anyone') },
  }
}

function requestBody(key: keyof typeof api, input: JsonSchema, inPath: string[]) {
  const row = api[key]
  // A multipart route takes either a declaration in JSON, the first of the two, or the file itself.
  const [declared] = (input.anyOf ?? [input]) as JsonSchema[]
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
    content: {
      'application/json': { schema: body },
      ...('multipart' in row && {
        'multipart/form-data': { schema: { type: 'object', properties: { [row.multipart]: file } } },
      }),
    },
  }
}

function success(key: keyof typeof api) {
  if (key === 'GET /api/files/{key+}')
    return { 302: { description: 'Redirects to the file for a few minutes' } }
  const { $schema: _, ...schema } = toSchema(api[key].output, 'output')
  const answer = { description: 'OK', content: { 'application/json': { schema } } }
  return key === 'POST /api/blockchain/release-reward'
    ? { 200: answer, 202: { ...answer, description: 'Still being settled' } }
    : { 200: answer }
}

function errors(method: string, signedIn: boolean) {
  const codes: ErrorCode[] = ['invalid', 'notFound', 'tooManyRequests', 'internal']
  if (signedIn) codes.push('unauthenticated', 'forbidden')
  if (method !== 'GET') codes.push('forbidden', 'conflict', 'tooLarge', 'unsupportedType')
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...new Set(codes)].map((code) => [
      errorStatus[code],
      { description: descriptions[code] ?? code, content },
    ]),
  )
}

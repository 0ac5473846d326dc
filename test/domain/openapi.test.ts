import { openApi } from '../../domain/openapi.ts'

interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; headers: object; content?: object }>
}

const document = openApi('https://site.example', 'session')
const operation = (method: string, path: string) => document.paths[path]?.[method] as Operation
const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses)
const ref = (name: string) => ({ $ref: `#/components/headers/${name}` })
const requestId = { 'x-request-id': ref('RequestId') }
const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
const id = { type: 'string', pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' }

test('The operation of POST /api/submissions/upload is complete', () => {
  expect(operation('post', '/api/submissions/upload')).toMatchObject({
    operationId: 'uploadProof',
    summary: 'Upload proof',
    description: expect.stringContaining('Uploads a picture as a proof'),
    tags: ['uploads'],
    security: [{ session: [] }],
  })
  expect(operation('post', '/api/submissions/upload').parameters).toBeUndefined()
  expect(operation('post', '/api/submissions/upload').requestBody).toEqual({
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            contentType: { type: 'string', maxLength: 100 },
            size: { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          },
          required: ['contentType', 'size'],
          additionalProperties: false,
        },
      },
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'string', contentMediaType: 'image/*' } } },
      },
    },
  })
})

test('In the OpenAPI document, path parameters are required and are not in the request body', () => {
  const close = operation('post', '/api/tasks/{id}/close')
  expect(close.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: id }])
  const empty = { type: 'object', properties: {}, required: [], additionalProperties: false }
  expect(close.requestBody).toEqual({ required: false, content: { 'application/json': { schema: empty } } })
  expect(operation('get', '/api/files/{key}').parameters).toEqual([
    { name: 'key', in: 'path', required: true, schema: { type: 'string', maxLength: 1024 } },
    { name: 'size', in: 'query', required: false, schema: { type: 'string', const: 'preview' } },
  ])
  const review = operation('patch', '/api/submissions/{id}').requestBody
  expect(review?.required).toBe(true)
  expect(review?.content['application/json']?.schema).toMatchObject({ required: ['status'] })
  expect(Object.keys(Object(review?.content['application/json']?.schema).properties)).toEqual([
    'status',
    'feedback',
  ])
})

test('In the OpenAPI document, the input fields of a GET are query parameters, and optional fields are not required', () => {
  expect(operation('get', '/api/leaderboard').parameters).toEqual([
    {
      name: 'sort',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: ['earnings', 'tasks'], default: 'earnings' },
    },
    { name: 'fresh', in: 'query', required: false, schema: { type: 'string', maxLength: 20 } },
  ])
  expect(operation('get', '/api/check-file').parameters).toMatchObject([
    { name: 'path', in: 'query', required: true },
  ])
  expect(operation('get', '/api/user').parameters).toBeUndefined()
  expect(operation('get', '/api/user').requestBody).toBeUndefined()
  expect(operation('post', '/api/logout').requestBody?.required).toBe(false)
})

test('Success responses have the headers of their route', () => {
  const headers = (method: string, path: string) => operation(method, path).responses['200']?.headers
  expect(headers('get', '/api/health')).toEqual(requestId)
  expect(headers('get', '/api/tasks')).toEqual({ ...requestId, link: ref('NextPage') })
  for (const path of ['/api/auth/web3', '/api/login', '/api/register', '/api/logout'])
    expect(headers('post', path)).toEqual({ ...requestId, 'set-cookie': ref('Session') })
  expect(headers('post', '/api/wallet')).toEqual(requestId)
  expect(operation('get', '/api/health').responses['200']).toEqual({
    description: 'OK',
    headers: requestId,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            status: { type: 'string', const: 'ok' },
            time: expect.objectContaining({ type: 'string', format: 'date-time' }),
          },
          required: ['status', 'time'],
          additionalProperties: false,
        },
      },
    },
  })
})

test('GET /api/files/{key} redirects, and payouts and refunds in progress return 202', () => {
  expect(operation('get', '/api/files/{key}').responses['302']).toEqual({
    description: 'Redirects to the file',
    headers: {
      ...requestId,
      location: {
        description: 'A URL of the file that is valid for a few minutes',
        schema: { type: 'string', format: 'uri' },
      },
    },
  })
  expect(statuses('get', '/api/files/{key}')).not.toContain('200')
  for (const path of [
    '/api/blockchain/release-reward',
    '/api/tasks/{id}/close',
    '/api/admin/payouts/{submissionId}/retry',
  ]) {
    const { 200: done, 202: pending } = operation('post', path).responses
    expect(pending).toEqual({ ...done, description: 'The payment is not complete yet' })
    expect(done?.description).toBe('OK')
  }
})

test('Only the 404 of a task page can be HTML, and all other errors are JSON', () => {
  const { 404: notFound, 429: tooMany } = operation('get', '/t/{id}').responses
  expect(notFound?.content).toEqual({ ...errorContent, 'text/html': { schema: { type: 'string' } } })
  expect(tooMany?.content).toEqual(errorContent)
  expect(operation('get', '/api/health').responses['404']?.content).toEqual(errorContent)
})

test('The OpenAPI document names the server, and an error has a message and a request id', () => {
  expect(document.servers).toEqual([{ url: 'https://site.example' }])
  expect(document.components.schemas.Error).toMatchObject({
    required: ['message', 'requestId'],
    properties: { errors: { items: { required: ['path', 'message'] } } },
  })
})

test('Every operation has the error responses of its method and access', () => {
  const always = ['200', '400', '404', '429', '500', '503']
  expect(statuses('get', '/api/health')).toEqual(always)
  expect(statuses('get', '/api/user')).toEqual([...always, '401', '403'].sort())
  expect(statuses('post', '/api/login')).toEqual([...always, '401', '403', '409', '413', '415'].sort())
  expect(statuses('post', '/api/logout')).toEqual([...always, '403', '409', '413', '415'].sort())
  expect(statuses('post', '/api/tasks')).toEqual([...always, '401', '403', '409', '413', '415'].sort())
  const { 400: invalid, 429: tooMany } = operation('get', '/api/health').responses
  expect(invalid).toEqual({
    description: 'The request is invalid. `errors` names the fields.',
    headers: requestId,
    content: errorContent,
  })
  expect(tooMany).toEqual({
    description: 'Too many requests. Retry after the number of seconds in the `Retry-After` header.',
    headers: { ...requestId, 'retry-after': ref('RetryAfter') },
    content: errorContent,
  })
})

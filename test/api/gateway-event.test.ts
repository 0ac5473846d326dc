import { request } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { toEvent } from '../../local/api-gateway-event.ts'
import { listen } from '../../local/engines/listen.ts'

/** The local gateway must build events like API Gateway (HTTP API, payload format 2.0), or code could work only locally. */
const { close, port } = await listen(async (asked, answer) => {
  const event = toEvent(asked, new URL(asked.url ?? '', 'http://localhost'), await buffer(asked))
  answer.end(JSON.stringify(event))
})
afterAll(close)

/** `headers` is a flat list of names and values, so that a header can be repeated. */
function eventOf(
  method: string,
  path: string,
  headers: string[] = [],
  body = '',
): Promise<APIGatewayProxyEventV2> {
  const all = ['host', 'localhost', 'content-length', String(Buffer.byteLength(body)), ...headers]
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers: all }, (answer) =>
      resolve(json(answer) as Promise<APIGatewayProxyEventV2>),
    )
      .on('error', reject)
      .end(body)
  })
}

test('The local gateway joins repeated query parameters with commas and keeps the raw query string', async () => {
  const event = await eventOf('GET', '/api/tasks?q=a%20b&limit=1&q=c%2Cd&__proto__=x')
  expect(event.queryStringParameters).toEqual(JSON.parse('{"q":"a b,c,d","limit":"1","__proto__":"x"}'))
  expect(event.rawQueryString).toBe('q=a%20b&limit=1&q=c%2Cd&__proto__=x')
})

test('The local gateway joins repeated headers with commas under their lower-case name', async () => {
  const repeated = ['X-A', '1', 'x-a', '2', 'Origin', 'a', 'Origin', 'b']
  const { headers } = await eventOf('GET', '/api/tasks', repeated)
  expect(headers).toMatchObject({ 'x-a': '1,2', origin: 'a,b' })
})

test('The local gateway passes cookies as a list and not as a header', async () => {
  const event = await eventOf('GET', '/api/user', ['Cookie', 'a=1; b=2', 'Cookie', 'session=x=='])
  expect(event.cookies).toEqual(['a=1', 'b=2', 'session=x=='])
  expect(event.headers).not.toHaveProperty('cookie')
  expect(await eventOf('GET', '/api/user')).not.toHaveProperty('cookies')
})

test('The local gateway decodes the path and its parameters, and keeps invalid percent-encoding as it is', async () => {
  const event = await eventOf('GET', '/api/files/a%20b/c%2Fd')
  expect(event.rawPath).toBe('/api/files/a b/c/d')
  expect(event.requestContext.http.path).toBe(event.rawPath)
  expect(event.pathParameters).toEqual({ key: 'a b/c/d' })
  expect((await eventOf('GET', '/api/tasks/%ff')).pathParameters).toEqual({ id: '%ff' })
  expect((await eventOf('GET', '/api/tasks/%2541')).pathParameters).toEqual({ id: '%41' })
})

test.each([
  ['application/json', false],
  ['application/json; charset=utf-8', false],
  ['application/problem+json', false],
  ['text/plain', false],
  ['application/xml', false],
  ['application/x-www-form-urlencoded', true],
  ['multipart/form-data; boundary=x', true],
  ['image/png', true],
  ['application/octet-stream', true],
  ['', true],
])('A body with the content type %j has isBase64Encoded %s in the gateway event', async (type, isBase64Encoded) => {
  const event = await eventOf('POST', '/api/login', type ? ['Content-Type', type] : [], '{"ü":1}')
  expect(event.isBase64Encoded).toBe(isBase64Encoded)
  expect(Buffer.from(event.body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString()).toBe('{"ü":1}')
})

test('The event of a request without a body has no body and is not base64-encoded', async () => {
  const event = await eventOf('POST', '/api/logout', ['Content-Type', 'image/png'])
  expect(event).not.toHaveProperty('body')
  expect(event.isBase64Encoded).toBe(false)
})

test('The request context has the stage $default, the route key and the time as text and as epoch milliseconds', async () => {
  const { requestContext } = await eventOf('GET', '/api/tasks')
  expect(requestContext).toMatchObject({ stage: '$default', routeKey: 'GET /api/tasks' })
  expect(requestContext.time).toMatch(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/)
  expect(Math.abs(requestContext.timeEpoch - Date.now())).toBeLessThan(10_000)
})

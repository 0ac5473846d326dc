import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { gatewayKeys, routeKeys, splitRoute } from '../domain/api.ts'

const routes = routeKeys.flatMap(gatewayKeys).map((key) => {
  const { method, path } = splitRoute(key)
  const pathname = path.replace(/\{(\w+)(\+?)\}/g, (_, name, greedy) => `:${name}${greedy && '(.+)'}`)
  return { key, method, pattern: new URLPattern({ pathname }), parameters: pathname.split(':').length }
})

/** Chooses a route as API Gateway does: a path without parameters wins over one with parameters. */
export function match(method: string, pathname: string) {
  const fitting = routes.filter((route) => route.method === method && route.pattern.test({ pathname }))
  const [best] = fitting.sort((a, b) => a.parameters - b.parameters)
  if (!best) return null
  const values = Object.entries(best.pattern.exec({ pathname })?.pathname.groups ?? {})
  return {
    key: best.key,
    parameters: Object.fromEntries(values.map(([name, value = '']) => [name, decode(value)])),
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Content types whose bodies API Gateway passes on as text; it encodes all others in base64. */
const textual = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/javascript\b)/i

/** The time in the common log format, such as 12/Mar/2020:19:03:58 +0000. */
const logTime = (time: Date) =>
  time.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000')

/**
 * Builds the event that API Gateway sends to Lambda for a request (HTTP API, payload format 2.0). As in API Gateway, the
 * raw path is decoded and the raw query string is not.
 * @returns null if no route matches
 */
export function toEvent(request: IncomingMessage, url: URL, body: Buffer): APIGatewayProxyEventV2 | null {
  const method = request.method ?? 'GET'
  const route = match(method, url.pathname)
  if (!route) return null
  const { cookie, ...rest } = request.headersDistinct
  const headers = Object.fromEntries(
    Object.entries(rest).map(([name, values]) => [name, (values ?? []).join(',')]),
  )
  const isText = textual.test(headers['content-type'] ?? '')
  const { searchParams } = url
  // API Gateway joins repeated names into one value with commas.
  const names = [...searchParams.keys()]
  const query = Object.fromEntries(names.map((name) => [name, searchParams.getAll(name).join(',')]))
  const path = decode(url.pathname)
  const time = new Date()
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.join('; ').split(/;\s*/) }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(route.parameters).length > 0 && { pathParameters: route.parameters }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: url.hostname,
      domainPrefix: 'local',
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: '$default',
      time: logTime(time),
      timeEpoch: time.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

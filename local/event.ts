import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { routeKeys, splitRoute } from '../domain/api.ts'

const routes = routeKeys.map((key) => {
  const { method, path } = splitRoute(key)
  const names: string[] = []
  const pattern = path.replace(/\{(\w+)(\+?)\}|[.]/g, (part, name: string | undefined, greedy: string) => {
    if (!name) return `\\${part}`
    names.push(name)
    return greedy ? '(.+)' : '([^/]+)'
  })
  return { key, method, names, pattern: new RegExp(`^${pattern}$`) }
})

/** API Gateway's choice among routes; a fixed path wins over one with parameters. */
function match(method: string, path: string) {
  const fitting = routes.filter((route) => route.method === method && route.pattern.test(path))
  const [best] = fitting.sort((a, b) => a.names.length - b.names.length)
  if (!best) return null
  const values = best.pattern.exec(path)?.slice(1) ?? []
  const parameters = Object.fromEntries(best.names.map((name, at) => [name, decode(values[at] ?? '')]))
  return { key: best.key, parameters }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The event that API Gateway (HTTP API, payload format 2.0) makes of a request, or null when no route fits. */
export function toEvent(request: IncomingMessage, url: URL, body: Buffer): APIGatewayProxyEventV2 | null {
  const method = request.method ?? 'GET'
  const route = match(method, url.pathname)
  if (!route) return null
  const { cookie, ...rest } = request.headers
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const isText = /json|text|urlencoded/i.test(headers['content-type'] ?? 'json')
  const query = Object.fromEntries(url.searchParams)
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
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
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

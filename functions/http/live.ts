import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { AppError } from '../../domain/errors.ts'
import { live as limits, throttles } from '../../domain/limits.ts'
import type { Services } from '../runtime/context.ts'
import * as connections from '../table/live.ts'
import { admins } from '../table/notifications.ts'
import { count } from '../table/throttles.ts'
import { readSession } from './cookies.ts'
import { errorAnswer } from './error-answer.ts'
import { sourceNetwork } from './source-network.ts'

/** What API Gateway sends when a page opens a WebSocket connection. Header names are as the client sent them. */
export interface ConnectEvent {
  headers: Record<string, string | undefined>
  requestContext: { connectionId: string; identity: { sourceIp: string } }
}

/**
 * Accepts the connection of a signed-in page of this site, and remembers it. Browsers send cookies with connections that pages
 * of other sites open, so the origin is checked. If a user has too many connections, the oldest ones get no more messages.
 */
export async function connect(
  event: ConnectEvent,
  services: Services,
): Promise<{ statusCode?: number | undefined }> {
  const { config, now, table } = services
  try {
    const request = requestOf(event)
    sourceNetwork(request, config)
    if (request.headers.origin !== config.SITE_ORIGIN)
      throw new AppError('forbidden', 'This connection must come from the site itself')
    const { session, user } = await readSession(request, services)
    if (!user || !session || user.suspended) throw new AppError('unauthenticated', 'Sign in first')
    const attempt = { name: `connections#${user.id}`, ...throttles.connections }
    if ((await count(table, [attempt], now() / 1000)) !== null)
      throw new AppError('tooManyRequests', 'Too many connections in a short time')
    const open = await connections.connectionsOf(table, user.id)
    const { connectionId } = event.requestContext
    const connection = { connectionId, userId: user.id, sessionId: session.id }
    await Promise.all([
      ...(user.isAdmin ? [user.id, admins] : [user.id]).map((owner) =>
        table.write([connections.connect(owner, connection, now())]),
      ),
      ...open
        .slice(0, Math.max(0, open.length + 1 - limits.perUser))
        .map((oldest) => table.write([connections.disconnect(user.id, oldest.connectionId)])),
    ])
    return { statusCode: 200 }
  } catch (error) {
    return { statusCode: errorAnswer(error, randomUUID(), services.log).statusCode }
  }
}

/** The event as that of an HTTP request. */
function requestOf({ headers, requestContext }: ConnectEvent): APIGatewayProxyEventV2 {
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    headers: lowerCase,
    cookies: lowerCase.cookie?.split(/;\s*/) ?? [],
    requestContext: { http: requestContext.identity },
  } as unknown as APIGatewayProxyEventV2
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import type { handler } from '../../functions/handlers/live.ts'
import { listen } from './listen.ts'

/** Bytes of a message that a page may send. Pages only say that they are still there. */
const maxPayload = 1024

/**
 * Starts a stand-in for API Gateway's WebSocket API: it asks the handler about each new connection, and sends messages to the
 * connections, or closes them, by the protocol of API Gateway's management API.
 */
export async function startLive() {
  const sockets = new Map<string, WebSocket>()
  const server = new WebSocketServer({ noServer: true, maxPayload })
  const { close, origin } = await listen(async (request, response) => {
    const id = decodeURIComponent(request.url?.split('/@connections/')[1] ?? '')
    const socket = sockets.get(id)
    const message = await text(request)
    if (!socket) return response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end('{}')
    if (request.method === 'DELETE') socket.close()
    else socket.send(message)
    return response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  })

  async function accept(
    connect: typeof handler,
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
  ): Promise<void> {
    // The page may go away before its connection is accepted.
    stream.on('error', () => stream.destroy())
    const connectionId = randomUUID()
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join('; ')]),
    )
    const identity = { sourceIp: request.socket.remoteAddress ?? '127.0.0.1' }
    const { statusCode = 500 } = await connect({ headers, requestContext: { connectionId, identity } })
    if (statusCode !== 200) return void stream.end(`HTTP/1.1 ${statusCode} Refused\r\n\r\n`)
    server.handleUpgrade(request, stream, head, (socket) => {
      sockets.set(connectionId, socket)
      socket.on('close', () => sockets.delete(connectionId))
      socket.on('error', () => socket.terminate())
    })
  }

  return {
    endpoint: origin,
    accept,
    /** Ends all connections without a word, as a gateway that is killed does. */
    drop: () => {
      for (const socket of sockets.values()) socket.terminate()
    },
    close: async () => {
      for (const socket of sockets.values()) socket.terminate()
      await close()
    },
  }
}

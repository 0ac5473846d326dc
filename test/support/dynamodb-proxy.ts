import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request to DynamoDB: its operation, such as 'Query', and its JSON body. */
export interface Asked {
  operation: string
  body: Record<string, unknown>
}

/** Starts a proxy for a DynamoDB. `intercept` answers a request itself, or returns null to pass it on. */
export async function startDynamoDbProxy(
  endpoint: string,
  meet: (asked: Asked) => { status: number; body: unknown } | null,
) {
  const server = createServer(async (request, response) => {
    const sent = await bytesOf(request)
    const target = request.headers['x-amz-target']
    // A request without an operation only checks whether the endpoint answers.
    const operation = target && String(target).replace('DynamoDB_20120810.', '')
    const met = operation ? meet({ operation, body: JSON.parse(sent.toString()) }) : null
    if (met) {
      response
        .writeHead(met.status, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify(met.body))
      return
    }
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(endpoint, {
      method: request.method ?? 'POST',
      headers: headers as Record<string, string>,
      ...(sent.length > 0 && { body: sent }),
    })
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

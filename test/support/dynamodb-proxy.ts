import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request to DynamoDB: 'Query', 'TransactWriteItems' … and its JSON. */
export interface Asked {
  operation: string
  body: Record<string, unknown>
}

/** Stands in front of a DynamoDB: `meet` sees each request and answers it, or lets it through with null. */
export async function startDynamoDbProxy(
  endpoint: string,
  meet: (asked: Asked) => { status: number; body: unknown } | null,
) {
  const server = createServer(async (request, response) => {
    const sent = await bytesOf(request)
    const target = request.headers['x-amz-target']
    // Without one it is somebody who only wants to know whether anything answers here.
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

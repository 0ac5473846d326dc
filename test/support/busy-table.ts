import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * DynamoDB as it is under contention, which the embedded engine never shows: in front of it, the first `conflicts`
 * transactions are cancelled as real ones are when they meet another; everything else passes through.
 */
export async function startBusyTable(endpoint: string, conflicts: number, reason = 'TransactionConflict') {
  let left = conflicts
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (request.headers['x-amz-target'] === 'DynamoDB_20120810.TransactWriteItems' && left > 0) {
      left--
      const reasons = (JSON.parse(body.toString()).TransactItems as unknown[]).map((_, index) => ({
        Code: index === 0 ? reason : 'None',
      }))
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(
        JSON.stringify({
          __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
          message: `Transaction cancelled [${reasons.map(({ Code }) => Code).join(', ')}]`,
          CancellationReasons: reasons,
        }),
      )
      return
    }
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(endpoint, {
      method: request.method ?? 'POST',
      headers: headers as Record<string, string>,
      body,
    })
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Conflicts that nobody has met yet. */
    left: () => left,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

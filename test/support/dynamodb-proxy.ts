import { buffer } from 'node:stream/consumers'
import { listen } from '../../local/engines/listen.ts'

/** One request to DynamoDB: its operation, such as 'Query', and its JSON body. */
export interface Asked {
  operation: string
  body: Record<string, unknown>
}

/** Starts a proxy for a DynamoDB. `meet` answers a request itself, passes it on (null), or also loses its answer (a 500). */
export async function startDynamoDbProxy(
  endpoint: string,
  meet: (asked: Asked) => { status: number; body: unknown } | 'lost' | null,
) {
  const { close, origin } = await listen(async (request, response) => {
    const sent = await buffer(request)
    const target = request.headers['x-amz-target']
    // A request without an operation only checks whether the endpoint answers.
    const operation = target && String(target).replace('DynamoDB_20120810.', '')
    const met = operation ? meet({ operation, body: JSON.parse(sent.toString()) }) : null
    if (met && met !== 'lost') {
      response
        .writeHead(met.status, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify(met.body))
      return
    }
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(endpoint, {
      method: request.method ?? 'POST',
      headers: headers as Record<string, string>,
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    })
    const status = met === 'lost' ? 500 : answer.status
    response
      .writeHead(status, { 'content-type': answer.headers.get('content-type') ?? '' })
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  return { endpoint: origin, close }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What one request made the table read. */
export interface Meter {
  calls: number
  items: number
  capacity: number
}

/** A relay before DynamoDB that asks for the consumed capacity of each call and adds it up. */
export async function meteredDynamoDb(endpoint: string) {
  const meter: Meter = { calls: 0, items: 0, capacity: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const target = String(request.headers['x-amz-target'])
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        authorization: String(request.headers.authorization),
        'x-amz-date': String(request.headers['x-amz-date']),
      },
      body: JSON.stringify({ ...body, ReturnConsumedCapacity: 'TOTAL' }),
    })
    const text = await answer.text()
    const { ConsumedCapacity, ScannedCount = 0, Item } = JSON.parse(text)
    meter.calls++
    meter.items += ScannedCount + (Item ? 1 : 0)
    for (const one of [ConsumedCapacity ?? []].flat()) meter.capacity += one.CapacityUnits
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was read since the last time. */
    take(): Meter {
      const taken = { ...meter }
      Object.assign(meter, { calls: 0, items: 0, capacity: 0 })
      return taken
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

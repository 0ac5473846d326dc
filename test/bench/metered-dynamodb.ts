import { text as textOf } from 'node:stream/consumers'
import { listen } from '../../local/engines/listen.ts'

/** Consumed read units (`capacity`), write units (`written`), and write units of each index (`into`). */
export interface Meter {
  calls: number
  items: number
  capacity: number
  written: number
  into: Record<string, number>
}

const nothing = (): Meter => ({ calls: 0, items: 0, capacity: 0, written: 0, into: {} })

interface Units {
  CapacityUnits: number
}

/** A DynamoDB proxy that requests the consumed capacity of each call and adds it up. */
export async function meteredDynamoDb(endpoint: string) {
  const meter = nothing()
  const { close, origin } = await listen(async (request, response) => {
    const sent = await textOf(request)
    if (!sent) return void response.end() // a health check
    const target = String(request.headers['x-amz-target'])
    const body = JSON.parse(sent)
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        authorization: String(request.headers.authorization),
        'x-amz-date': String(request.headers['x-amz-date']),
      },
      body: JSON.stringify({ ...body, ReturnConsumedCapacity: 'INDEXES' }),
    })
    const text = await answer.text()
    const { ConsumedCapacity, ScannedCount = 0, Item } = JSON.parse(text)
    meter.calls++
    meter.items += ScannedCount + (Item ? 1 : 0)
    const kind = /\.(?:Get|BatchGet|Query)/.test(target) ? 'capacity' : 'written'
    for (const one of [ConsumedCapacity ?? []].flat()) {
      meter[kind] += one.CapacityUnits
      if (kind === 'written')
        for (const [index, { CapacityUnits }] of Object.entries<Units>(one.GlobalSecondaryIndexes ?? {}))
          meter.into[index] = (meter.into[index] ?? 0) + CapacityUnits
    }
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text)
  })
  return {
    endpoint: origin,
    /** The usage since the last call of `take`. */
    take(): Meter {
      const taken = { ...meter }
      Object.assign(meter, nothing())
      return taken
    },
    close,
  }
}

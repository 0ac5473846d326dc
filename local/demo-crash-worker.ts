import { withSender } from '../functions/payouts/run.ts'
import { settle } from '../functions/payouts/settle.ts'
import { servicesFromEnvironment } from '../ops/command.ts'

/**
 * A payout worker in a process of its own, for `npm run demo -- --crash`. It sends a message to its parent before and after
 * each operation on the table and the chain, and waits for a reply before it continues. `AHEAD` sets its clock ahead, in
 * milliseconds.
 */

const services = withSender(servicesFromEnvironment())
const ahead = Number(process.env.AHEAD ?? 0)

const pauseAt = (point: string) =>
  new Promise<void>((resolve) => {
    process.once('message', () => resolve())
    process.send?.(point)
  })

/** Wraps an object so that each of its asynchronous methods pauses before and after its work, one at a time. */
function withPauses<T extends object>(name: string, target: T): T {
  let lastPause: Promise<unknown> = Promise.resolve()
  const pause = (point: string) => {
    lastPause = lastPause.then(() => pauseAt(point))
    return lastPause
  }
  return new Proxy(target, {
    get(object, key) {
      const member = Reflect.get(object, key)
      if (typeof member !== 'function' || key === 'checksum' || key === 'escrowId') return member
      return async (...parameters: unknown[]) => {
        await pause(`before ${name}.${String(key)}`)
        const result = await member.apply(object, parameters)
        await pause(`after ${name}.${String(key)}`)
        return result
      }
    },
  })
}

const now = () => Date.now() + ahead
const table = withPauses('table', services.table)
const chain = withPauses('chain', services.chain)
const sender = withPauses('sender', services.sender)
await settle({ ...services, now, table, chain, sender }, now() + 20_000)
process.disconnect()

import { settle } from '../functions/payouts/settle.ts'
import { servicesFromEnvironment } from '../ops/command.ts'

/**
 * A settler in a process of its own, for `npm run demo -- --crash`: before and after everything that it asks of table and
 * chain it tells its parent, and goes on only at the parent's word. `AHEAD` sets its clock so many milliseconds ahead.
 */

const services = servicesFromEnvironment()
const ahead = Number(process.env.AHEAD ?? 0)

const told = (point: string) =>
  new Promise<void>((resolve) => {
    process.once('message', () => resolve())
    process.send?.(point)
  })

/** The same object, whose asynchronous methods say when they begin and end; one after another. */
function watched<T extends object>(name: string, whole: T): T {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (point: string) => {
    turn = turn.then(() => told(point))
    return turn
  }
  return new Proxy(whole, {
    get(target, key) {
      const member = Reflect.get(target, key)
      if (typeof member !== 'function' || key === 'checksum' || key === 'escrowId') return member
      return async (...parameters: unknown[]) => {
        await inTurn(`before ${name}.${String(key)}`)
        const answer = await member.apply(target, parameters)
        await inTurn(`after ${name}.${String(key)}`)
        return answer
      }
    },
  })
}

const now = () => Date.now() + ahead
await settle(
  { ...services, now, table: watched('table', services.table), chain: watched('chain', services.chain) },
  now() + 20_000,
)
process.disconnect()

// Preloaded into every Node process of a worker. A mutant may have lost the endpoint of an engine, and would call a real host.
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

const thisMachine = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'])
const { connect } = Socket.prototype

/** Node calls this function with normalized arguments, in an array, or with those of `net.connect`. */
function hostOf(first: unknown, second: unknown): string {
  if (Array.isArray(first)) return hostOf(first[0], first[1])
  if (typeof first === 'object' && first !== null)
    return 'path' in first && first.path ? 'localhost' : String(Object(first).host ?? 'localhost')
  const isPort = typeof first === 'number' || /^\d+$/.test(String(first))
  return isPort && typeof second === 'string' ? second : 'localhost'
}

Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const host = hostOf(args[0], args[1])
  if (thisMachine.has(host) || host.endsWith('.localhost')) return Reflect.apply(connect, this, args)
  appendFileSync(process.env.BLOCKED_CONNECTIONS ?? '/dev/null', `${host}\n`)
  return this.destroy(new Error(`Connections to ${host} are blocked`))
}

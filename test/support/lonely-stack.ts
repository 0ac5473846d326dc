import { inject } from 'vitest'
import { passedOn, startOwnStack } from './running-stack.ts'

/** Starts the API on a chain of its own; its other engines are the embedded ones or those that the caller of the tests named. */
export function startLonelyStack() {
  for (const name of passedOn) delete process.env[name]
  const { RPC_URL: _, ...given } = inject('stack').given
  Object.assign(process.env, given)
  return startOwnStack()
}

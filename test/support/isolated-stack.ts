import { inject } from 'vitest'
import { stackVariables, startInProcessStack } from './in-process-stack.ts'

/**
 * Starts the API on a chain of its own; its other engines are the embedded ones or those that the caller of the tests named, or these of the
 * file's `own`.
 * @param stream whether approvals are paid at once; without it, only the `settle` runs of the test pay
 */
export function startIsolatedStack(own: Record<string, string> = {}, { stream = false } = {}) {
  for (const name of stackVariables) delete process.env[name]
  const { RPC_URL: _, ...given } = inject('stack').given
  Object.assign(process.env, given, own)
  return startInProcessStack({ stream })
}

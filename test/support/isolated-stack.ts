import { inject } from 'vitest'
import { stackVariables, startInProcessStack } from './in-process-stack.ts'

/**
 * Starts the API on a new chain. `own` can name other engines; further engines are those named in the environment of
 * the tests, or the embedded ones. The stack is closed after the tests of the file.
 * @param stream whether approvals are paid at once; if false, only the test's own `settle` runs pay
 * @param site folder of a web app, or null for the API only
 */
export async function startIsolatedStack(
  own: Record<string, string> = {},
  { stream = false, site = null as string | null } = {},
) {
  for (const name of stackVariables) delete process.env[name]
  const { RPC_URL: _, ...given } = inject('stack').given
  Object.assign(process.env, given, own)
  const started = await startInProcessStack({ stream, site })
  afterAll(() => started.stack.close())
  return started
}

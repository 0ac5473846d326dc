import type { TestProject } from 'vitest/node'
import { type RunningStack, startInProcessStack } from './in-process-stack.ts'
import { enforceLeastPrivilege } from './least-privilege.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: RunningStack
  }
}

/** One stack on the real engines for all API tests; they reach it over HTTP, or open the same services themselves. */
export default async function setup(project: TestProject) {
  const { stack, connection } = await startInProcessStack()
  enforceLeastPrivilege()
  project.provide('stack', connection)
  return () => stack.close()
}

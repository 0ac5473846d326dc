import type { TestProject } from 'vitest/node'
import { type RunningStack, startInProcessStack } from './in-process-stack.ts'
import './fast-scrypt.ts'
import { enforceLeastPrivilege } from './least-privilege.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: RunningStack
  }
}

/** Starts one stack on the embedded engines for all API tests. They call it over HTTP, or open its services themselves. */
export default async function setup(project: TestProject) {
  const { stack, connection } = await startInProcessStack()
  enforceLeastPrivilege()
  project.provide('stack', connection)
  return () => stack.close()
}

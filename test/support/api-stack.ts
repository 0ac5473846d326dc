import type { TestProject } from 'vitest/node'
import { beStrict } from './least-privilege.ts'
import { type RunningStack, startOwnStack } from './running-stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: RunningStack
  }
}

/** One stack on the real engines for all API tests; they reach it over HTTP, or open the same services themselves. */
export default async function setup(project: TestProject) {
  const { stack, connection } = await startOwnStack()
  beStrict()
  project.provide('stack', connection)
  return () => stack.close()
}

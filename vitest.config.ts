import { defineConfig } from 'vitest/config'

// Which project a test file belongs to is said by its folder; `npm test -- domain` runs one of them.
export default defineConfig({
  test: {
    projects: [
      project('domain', ['test/{domain,mutants,repository,sim}/**/*.test.ts']),
      project('api', ['test/api/**/*.test.ts'], {
        globalSetup: 'test/support/api-global-setup.ts',
        isolate: false,
        setupFiles: ['test/support/reset-test-process.ts'],
        maxWorkers: 2, // the work is done by the engines; a test mostly waits
        testTimeout: 60_000,
      }),
      project('frontend', ['test/frontend/**/*.test.{ts,tsx}']),
      project('infra', ['test/infra/**/*.test.ts'], {
        testTimeout: 60_000,
        maxWorkers: 1, // which loads the CDK once, and makes each template once
        isolate: false,
      }),
      project('contracts-node', ['test/contracts/**/*.test.ts'], { testTimeout: 60_000 }),
    ],
  },
})

function project(
  name: string,
  include: string[],
  own: {
    globalSetup?: string
    setupFiles?: string[]
    testTimeout?: number
    maxWorkers?: number
    isolate?: boolean
  } = {},
) {
  return { test: { name, include, ...own } }
}

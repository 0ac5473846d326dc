import { defineConfig } from 'vitest/config'

// A limit that only a hanging test reaches: under load, a test that starts processes takes minutes.
const testTimeout = 300_000

// The folder of a test file decides its project; `npm test -- domain` runs one project.
export default defineConfig({
  test: {
    projects: [
      project('domain', ['test/{domain,mutants,repository,sim}/**/*.test.ts']),
      project('api', ['test/api/**/*.test.ts'], {
        globalSetup: 'test/support/api-global-setup.ts',
        isolate: false,
        setupFiles: ['test/support/reset-test-process.ts'],
        maxWorkers: 2, // tests mostly wait for the engines, which run in other processes or threads
      }),
      project('frontend', ['test/frontend/**/*.test.{ts,tsx}']),
      project('infra', ['test/infra/**/*.test.ts'], {
        maxWorkers: 1, // one process loads the CDK once and synthesizes each template once
        isolate: false,
      }),
      project('contracts-node', ['test/contracts/**/*.test.ts']),
    ],
  },
})

function project(
  name: string,
  include: string[],
  own: {
    globalSetup?: string
    setupFiles?: string[]
    maxWorkers?: number
    isolate?: boolean
  } = {},
) {
  return {
    test: {
      ...{ name, include, globals: true, testTimeout, hookTimeout: testTimeout, ...own },
      expect: { poll: { timeout: 10_000 } }, // what follows by the stream takes a second, and more on a busy machine
    },
  }
}

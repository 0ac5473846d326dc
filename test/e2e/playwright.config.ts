import { defineConfig } from '@playwright/test'
import type { Browser } from '../support/browser.ts'

// global-setup.ts sets these variables. They are unset when this file is first read, and set in every worker.
const { E2E_URL, E2E_BROWSER } = process.env
const browser = E2E_BROWSER ? (JSON.parse(E2E_BROWSER) as Browser) : null

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './global-setup.ts',
  workers: 3, // tests wait for answers part of the time, so three keep two cores busy
  retries: 1, // a stalled machine fails a browser test about once in 100; `npm test` names each test that was retried
  forbidOnly: true,
  timeout: 300_000, // the longest accessibility test takes a minute on two busy cores
  expect: { timeout: 30_000 }, // a payment takes seconds on a busy machine, and a page asks for it at growing intervals
  projects: [
    { name: 'e2e', testIgnore: 'spec-texts.spec.ts' },
    // Compares the texts that all other tests showed with spec-texts.ts.
    { name: 'texts', testMatch: 'spec-texts.spec.ts', dependencies: ['e2e'] },
  ],
  use: {
    ...(E2E_URL ? { baseURL: E2E_URL } : {}),
    ...(browser ? { launchOptions: { ...browser, env: { ...ownEnv(), ...browser.env } } } : {}),
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off', // a trace doubles the time of a test; use `npm test -- e2e --trace on` to debug one
  },
})

function ownEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  )
}

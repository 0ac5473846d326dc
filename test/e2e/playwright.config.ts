import { defineConfig } from '@playwright/test'
import type { Browser } from '../support/browser.ts'

// Read again in every worker, where global-setup.ts has put these; not yet known where the setup itself runs.
const { E2E_URL, E2E_BROWSER } = process.env
const browser = E2E_BROWSER ? (JSON.parse(E2E_BROWSER) as Browser) : null

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './global-setup.ts',
  workers: 3, // tests wait for answers part of the time, so three keep two cores busy
  retries: 0,
  forbidOnly: true,
  timeout: 180_000, // axe over every page takes most of a minute on two busy cores
  expect: { timeout: 10_000 },
  projects: [
    { name: 'e2e', testIgnore: 'spec-texts.spec.ts' },
    // What all the others showed, held against the specification.
    { name: 'texts', testMatch: 'spec-texts.spec.ts', dependencies: ['e2e'] },
  ],
  use: {
    ...(E2E_URL ? { baseURL: E2E_URL } : {}),
    ...(browser ? { launchOptions: { ...browser, env: { ...ownEnv(), ...browser.env } } } : {}),
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off', // it doubles the work of every test; `npm test -- e2e --trace on` when one is to be looked into
  },
})

function ownEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  )
}

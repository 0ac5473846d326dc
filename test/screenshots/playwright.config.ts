import { defineConfig } from '@playwright/test'
import endToEnd from '../e2e/playwright.config.ts'

const { projects: _, ...settings } = endToEnd

/** `npm run screenshots`: takes screenshots with the browser and the marketplace of the end-to-end tests. */
export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  globalSetup: '../e2e/global-setup.ts',
})

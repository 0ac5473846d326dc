import fs from 'node:fs'
import { findBrowser } from '../support/browser.ts'
import { startStack } from '../support/stack-process.ts'

const log = 'test-results/stack.log'

/** Prepares the browser and one marketplace for all tests; the workers read both from the environment. Answers the teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  const [browser, stack] = await Promise.all([findBrowser(), startStack()])
  process.env.E2E_BROWSER = JSON.stringify(browser)
  process.env.E2E_URL = stack.url
  return async () => {
    await stack.stop()
    fs.mkdirSync('test-results', { recursive: true })
    fs.writeFileSync(log, stack.output())
  }
}

import fs from 'node:fs'
import { findBrowser } from '../support/browser.ts'
import { startStackProcess } from '../support/stack-process.ts'

const logFile = 'test-results/stack.log'

/** Finds a browser and starts one marketplace for all tests; their workers read both from the environment. Returns the teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  const [browser, stack] = await Promise.all([findBrowser(), startStackProcess()])
  process.env.E2E_BROWSER = JSON.stringify(browser)
  process.env.E2E_URL = stack.url
  // For what the schedule does, which does not run here.
  for (const name of ['TABLE_NAME', 'DYNAMODB_ENDPOINT'])
    process.env[name] = stack.output().match(new RegExp(`${name}='?([^\\s';]+)`))?.[1]
  return async () => {
    await stack.stop()
    fs.mkdirSync('test-results', { recursive: true })
    fs.writeFileSync(logFile, stack.output())
  }
}

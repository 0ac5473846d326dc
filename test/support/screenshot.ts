// node test/support/screenshot.ts URL out.png [--width 1440] [--height 900] [--dark] [--full]
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
})
const [url, file] = positionals
if (!url || !file) {
  console.error(
    'Usage: node test/support/screenshot.ts URL out.png [--width 1440] [--height 900] [--dark] [--full]',
  )
  process.exit(1)
}

const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...process.env, ...env } as Record<string, string>,
})
try {
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: Number(values.height) },
    colorScheme: values.dark ? 'dark' : 'light',
  })
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`))
  page.on('pageerror', (error) => console.error(`page: ${error.message}`))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.screenshot({ path: file, fullPage: values.full })
} finally {
  await browser.close()
}

import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import { run } from '../support/run-command.ts'
import { folder, looks } from './screenshots.ts'

// `npm run screenshots`
const { ok } = await run(['playwright', 'test', '--config', 'test/e2e', '--project=e2e'], {
  env: { SCREENSHOTS: '1' },
  limitSeconds: 2 * 3600,
  onText: (text) => process.stdout.write(text),
})
if (!ok) process.exit(1)

/** Puts all screenshots on one page, index.html, and makes one image of that page for each width. */
const scenes = [
  ...new Set(fs.readdirSync(folder).flatMap((file) => /^(.+)\.\d+-\w+\.png$/.exec(file)?.[1] ?? [])),
]

const cell = (scene: string, look: string) =>
  `<figure><a href="${scene}.${look}.png"><img src="${scene}.${look}.png" alt="${scene}, ${look}"></a></figure>`
const sheet = (
  some: readonly { name: string }[],
) => `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>
  body { font: 16px system-ui; margin: 24px; background: #888; display: grid; gap: 24px;
    grid-template-columns: repeat(auto-fill, minmax(700px, 1fr)) }
  section { background: #fff; padding: 12px } h2 { margin: 0 0 8px; font-size: 20px }
  div { display: flex; gap: 12px; align-items: start }
  figure { margin: 0; flex: 1 } img { width: 100%; max-height: 900px; object-fit: cover; object-position: top }
</style>${scenes.map((scene) => `<section><h2>${scene}</h2><div>${some.map(({ name }) => cell(scene, name)).join('')}</div></section>`).join('')}`

fs.writeFileSync(path.join(folder, 'index.html'), sheet(looks))
const browser = await findBrowser().then(({ env, ...own }) =>
  chromium.launch({ ...own, env: { ...process.env, ...env } as Record<string, string> }),
)
try {
  for (const width of new Set(looks.map((look) => look.width))) {
    const page = await browser.newPage({ viewport: { width: 2220, height: 1200 } })
    const file = path.join(folder, 'sheet.html')
    fs.writeFileSync(file, sheet(looks.filter((look) => look.width === width)))
    await page.goto(`file://${file}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: path.join(folder, `contact-sheet-${width}.png`), fullPage: true })
    fs.rmSync(file)
  }
} finally {
  await browser.close()
}
console.info(`${scenes.length} scenes in ${looks.length} looks: screenshots/index.html`)

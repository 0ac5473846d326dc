import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'

/**
 * `npm run icons`: renders the app icons and the image for shared links from favicon.svg. The results are in git, so run
 * it only when the logo or the colors change.
 */

const folder = path.resolve(import.meta.dirname, '../../frontend/public')
const mark = await fs.readFile(path.join(folder, 'favicon.svg'), 'utf8')
const font = await fs.readFile(
  fileURLToPath(
    import.meta.resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
  ),
)

const paper = '#faf7f1'

/** The logo alone. `share`: its part of the width. Icons that phones crop have a background color. */
const icon = (share: number, background: string) => `
  <style>svg { width: ${share * 100}vw; }</style>
  <body style="background: ${background}; display: grid; place-items: center">${mark}</body>`

/** The image for shared links. It has no brand name, because every preview shows the name beside it. */
const card = `
  <style>
    @font-face { font-family: Hanken; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}); }
    body { background: ${paper}; color: #1d1a15; font: 400 28px/1.4 Hanken; padding: 84px 88px; display: grid; grid-template-columns: 1fr 372px; gap: 56px; align-items: center }
    h1 { font-size: 76px; font-weight: 650; line-height: 1.06; letter-spacing: -0.03em; margin: 36px 0 0 }
    h1 + p { color: #554f45; margin: 30px 0 0; font-size: 31px }
    svg { width: 92px; display: block }
    .ticket { background: #fffdf9; border: 2px solid #e3dccf; border-radius: 12px }
    .part { padding: 36px 40px; position: relative }
    .part + .part { border-top: 4px dotted #e3dccf }
    .part + .part::before, .part + .part::after { content: ''; position: absolute; top: -18px; width: 17px; height: 32px; background: ${paper}; border: 2px solid #e3dccf }
    .part + .part::before { left: -2px; border-left: 0; border-radius: 0 17px 17px 0 }
    .part + .part::after { right: -2px; border-right: 0; border-radius: 17px 0 0 17px }
    .ticket p { margin: 0 }
    .quiet { color: #6c655a; font-size: 26px }
    .amount { font-size: 112px; font-weight: 680; line-height: 1; letter-spacing: -0.03em; margin-top: 12px !important }
    .amount small { font-size: 30px; font-weight: 500; letter-spacing: 0; color: #554f45 }
    .held { color: #7d5200; font-weight: 650 }
    .paid { color: #17533a; font-weight: 650 }
    .line { display: flex; justify-content: space-between }
    .line + .line { margin-top: 12px !important }
  </style>
  <body>
    <div>${mark}<h1>Small jobs,<br>fair pay,<br>proof you<br>can check.</h1></div>
    <div class="ticket">
      <div class="part"><p class="quiet">Reward</p><p class="amount">50 <small>CENTS</small></p></div>
      <div class="part">
        <p class="line"><span>Until approved</span><span class="held">held</span></p>
        <p class="line"><span>Once approved</span><span class="paid">paid</span></p>
      </div>
    </div>
  </body>`

const pictures = [
  { file: 'icon-192.png', width: 192, height: 192, html: icon(0.96, 'transparent') },
  { file: 'icon-512.png', width: 512, height: 512, html: icon(0.96, 'transparent') },
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: icon(0.6, paper) },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: icon(0.72, paper) },
  { file: 'card.png', width: 1200, height: 630, html: card },
]

const own = await findBrowser()
const browser = await chromium.launch({
  ...own,
  env: { ...(process.env as Record<string, string>), ...own.env },
})
const page = await browser.newPage()
for (const { file, width, height, html } of pictures) {
  await page.setViewportSize({ width, height })
  await page.setContent(
    `<!doctype html><style>body { margin: 0; height: 100vh; box-sizing: border-box }</style>${html}`,
  )
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: path.join(folder, file), omitBackground: true })
}
await browser.close()

import type { Page } from '@playwright/test'
import { brand } from '../../domain/brand.ts'
import { expect, signInWithoutWallet, test } from './fixtures.ts'
import { withoutNews } from './network-faults.ts'

const views = [
  { path: '/', heading: /Small jobs,\s*fair pay/, text: 'Complete & Submit' },
  { path: '/tasks', heading: 'Available Tasks', text: 'Search tasks' },
  { path: '/leaderboard', heading: 'Top earners', text: 'People whose work was approved' },
  { path: '/about', heading: `About ${brand}`, text: 'Automatic payouts' },
]

/** Records errors of the console, such as those of a hydration, repeated requests, and each element that moved without a cause by the visitor. */
async function recordFaults(page: Page) {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The font is refused. A request of the user, which answers 401 to guests, would be an error too.
    if (message.type() === 'error' && !/ERR_FAILED/.test(message.text())) errors.push(message.text())
  })
  // Each page requests each answer once: what start.ts has preloaded is used. It asks for news again when it has connected.
  const requested = new Set<string>()
  // Not when the next page is requested: the page before it may still request something.
  page.on('framenavigated', () => requested.clear())
  page.on('request', (request) => {
    if (requested.has(request.url()) && !/\/assets\/|\/api\/news$/.test(request.url()))
      errors.push(`Requested twice: ${request.url()}`)
    requested.add(request.url())
  })
  // Whether the font arrives before the first paint depends on the load of the machine.
  await page.route('**/*.woff2', (route) => route.abort())
  await page.addInitScript(`
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources, value } of list.getEntries())
        if (!hadRecentInput && value >= 0.0005) // less is 0.000, as Lighthouse rounds
          window.shifts.push([value, ...sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML?.slice(0, 300))])
    }).observe({ type: 'layout-shift', buffered: true })`)
  return async () => ({ errors, shifts: await page.evaluate('window.shifts') })
}

test('Without JavaScript, four pages show their frame, their heading and their texts', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const page = await context.newPage()
  for (const { path, heading, text } of views) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Faucet' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(1) // the footer's
  }
  await context.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const isMember of [false, true])
    test(`Four pages hydrate without an error or a layout shift, ${isMember ? 'signed in' : 'signed out'}, ${colorScheme}`, async ({
      site,
    }) => {
      const { page } = await site.newVisitor('Vera who visits', { browser: { colorScheme } })
      if (isMember) await signInWithoutWallet(page)
      // The browser now knows whether somebody is signed in.
      await page.goto('/')
      await expect(page.getByRole('button', { name: isMember ? /^Menu of/ : 'System' })).toBeVisible()
      await withoutNews(page) // news would be a reason to request again
      const faults = await recordFaults(page)
      for (const { path } of views) {
        await page.goto(path)
        if (isMember) await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible()
        else
          await expect(page.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true')
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
        expect({ path, ...(await faults()) }).toEqual({ path, errors: [], shifts: [] })
      }
    })

test('Before the user is known, the header of a member has no sign-in button, also without an answer of the server', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Mia who returns')
  await signInWithoutWallet(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible()
  await page.route('**/api/user', () => {})
  await page.goto('/tasks')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Connect wallet' })).toBeHidden()
})

test('A click, a text and a choice from before the app has loaded take effect after loading', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Pia who is quick', { unregistered: true })
  let isReleased = true
  await page.route('**/assets/main-*.js', async (route) => {
    await expect.poll(() => isReleased).toBe(true)
    await route.continue()
  })
  const open = async (path: string) => {
    isReleased = false
    await page.goto(path, { waitUntil: 'domcontentloaded' })
  }
  await open('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  isReleased = true
  await expect(page.getByRole('dialog', { name: 'Sign in with your wallet' })).toHaveCount(1)
  await open('/tasks')
  const search = page.getByLabel('Search tasks')
  await search.pressSequentially('benches')
  await page.getByLabel('Sort by').selectOption('reward-high')
  isReleased = true
  await expect(page).toHaveURL(/^(?=.*q=benches).*sort=/)
  await expect(search).toHaveValue('benches')
})

test('Without a stored session hint, a protected page and the sign-in dialog find the session, and a hint of another tab is kept', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Fay who is forgotten')
  await signInWithoutWallet(page)
  await page.goto('/robots.txt')
  const forget = () => page.evaluate(`localStorage.removeItem('session')`)
  const menu = page.getByRole('button', { name: /^Menu of/ })
  await forget()
  await page.goto('/dashboard')
  await expect(menu).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await forget()
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(menu).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await forget()
  await page.route('**/assets/main-*.js', async (route) => {
    await page.evaluate(`localStorage.setItem('session', 'member')`)
    await route.continue()
  })
  await page.goto('/')
  await expect(menu).toBeVisible()
})

test('If the code of the app cannot be loaded, an alert asks to reload the page', async ({ site }) => {
  const { page } = await site.newVisitor('Lou who is unlucky', { unregistered: true })
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Once you have a connection, reload it.')
})

test('The HTML of the dashboard shows its title without a script, and its rows need at most 150 KiB in six scripts', async ({
  request,
}) => {
  const html = await (await request.get('/dashboard')).text()
  expect(html).toMatch(/<h1[^>]*>My Dashboard<\/h1>/)
  expect(html).not.toContain('woff2')
  const app = /modulepreload" href="\/([^"]+)/.exec(html)?.[1]
  const scripts = [app, ...(/data-scripts="([^"]+)/.exec(html)?.[1]?.split(' ') ?? [])]
  expect(scripts.length).toBeLessThanOrEqual(6)
  const answers = await Promise.all(
    scripts.map((file) => request.get(`/${file}`, { headers: { 'accept-encoding': 'br' } })),
  )
  const bytes = answers.map((answer) => Number(answer.headers()['content-length']))
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(150 * 1024)
})

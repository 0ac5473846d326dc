import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, signIn, test, toastOf } from './fixtures.ts'

const labels = async (page: Page) => {
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link')
  return (await links.allInnerTexts()).map((text) => text.replace(/\s*\(opens in a new tab\)$/, ''))
}

test('The header links to different pages for signed-out visitors, users and admins', async ({ site }) => {
  const { page } = await site.newVisitor('Nils who navigates')
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(await labels(page)).toEqual(['Home', 'Tasks', 'Faucet', 'Leaderboard'])
  await signIn(page)
  expect(await labels(page)).toEqual(['Home', 'Tasks', 'Faucet', 'Leaderboard', 'Dashboard', 'Approvals'])

  const admin = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(admin.page)
  expect((await labels(admin.page)).at(-1)).toBe('Admin')
  await admin.page.getByRole('button', { name: /^Menu of/ }).click()
  for (const name of ['My Profile', 'Dashboard', 'Approvals', 'Admin Panel'])
    await expect(admin.page.locator('#user-menu').getByRole('link', { name })).toBeVisible()
  await expect(admin.page.locator('#user-menu').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('The header shows all of its links at 1440 and 1280 px, and the account menu also with larger or wider letters', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await page.goto('/')
  const header = page.getByRole('banner')
  const elsewhere = (label: string) =>
    header.getByRole('link', { name: `${label} (opens in a new tab)`, exact: true }).filter({ visible: true })
  for (const label of ['Faucet', 'X', 'Discord', 'Join Presale'])
    await expect(elsewhere(label).first()).toHaveAttribute('target', '_blank')
  await signIn(page)
  const menu = header.getByRole('button', { name: /^Menu of/ })
  const expectMenuWithin = async (width: number) => {
    const { x = 0, width: own = 0 } = (await menu.boundingBox()) ?? {}
    expect(own).toBeGreaterThan(0)
    expect(x + own).toBeLessThanOrEqual(width)
  }
  await expect(menu).toContainText('TAX')
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const label of ['X', 'Discord', 'Join Presale']) await expect(elsewhere(label)).toHaveCount(1)
    await expectMenuWithin(width - 24) // the right padding of the header
    expect((await header.boundingBox())?.height, 'one line').toBeLessThan(70)
  }
  for (const style of [
    'html { font-size: 200% }',
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }', // WCAG 1.4.12
  ]) {
    await page.evaluate(`document.adoptedStyleSheets = [new CSSStyleSheet()]
      document.adoptedStyleSheets[0].replaceSync('${style}')`)
    await expectMenuWithin(1280)
  }
})

test('On a phone the site menu marks the current page and closes after navigation to the chosen page', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Mia on the move')
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  let current = 'Home'
  for (const [link, path] of [
    ['Leaderboard', '/leaderboard'],
    ['Approvals', '/approvals'],
    ['Tasks', '/tasks'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Site menu' })
    await expect(menu.locator('[aria-current=page]')).toHaveText(current)
    current = link
    await menu.getByRole('link', { name: link }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    // The URL changes before the page. A menu opened before the page changes would be closed by it.
    await expect(page).toHaveTitle(new RegExp(link))
  }
})

test('A click beside a dialog closes the dialog and follows no link behind it', async ({ site }) => {
  const { page } = await site.newVisitor('Cleo who clicks beside', { unregistered: true })
  await page.goto('/leaderboard')
  const header = page.getByRole('banner')
  const { x = 0, y = 0 } = (await header.getByRole('link').first().boundingBox()) ?? {}
  await header.getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in with your wallet' })
  await expect(dialog).toBeVisible()
  await page.mouse.click(x + 9, y + 9)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/leaderboard')
})

test('A chosen theme is applied before the code of the web app runs', async ({ site }) => {
  const { page } = await site.newVisitor('Thea with a theme')
  const expectTheme = (name: string, background: string) =>
    Promise.all([
      expect(page.locator('body')).toHaveCSS('background-color', background),
      expect(page.locator('html')).toHaveAttribute('data-theme', name),
    ])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const choose = (name: string) => page.getByRole('contentinfo').getByRole('button', { name })
  await expect(choose('System')).toHaveAttribute('aria-pressed', 'true')
  await choose('Dark').click()
  await expectTheme('dark', 'rgb(22, 20, 16)')
  const { promise: codeArrives, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => codeArrives.then(() => route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await expectTheme('dark', 'rgb(22, 20, 16)')
  await expect(choose('System')).toHaveAttribute('aria-pressed', 'true') // as in the prerendered page
  release()
  await expect(choose('Dark')).toHaveAttribute('aria-pressed', 'true')
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose('Light').click()
  await expectTheme('light', 'rgb(250, 247, 241)')
})

test('Logout in one tab signs the other tabs out and shows the home page there', async ({ site }) => {
  const { page } = await site.newVisitor('Tess with two tabs')
  await signIn(page)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
  const creating = await page.context().newPage()
  await creating.goto('/?create=task')
  await expect(creating.getByRole('dialog', { name: 'Create New Task' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  for (const tab of [other, creating])
    await expect(toastOf(tab)).toContainText('You were signed out in another tab')
  for (const tab of [page, other, creating]) {
    await expect(tab).toHaveURL(/\/$/)
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  }
})

const pages = [
  ['/leaderboard', 'Leaderboard'],
  ['/about', 'About'],
  ['/approvals?tab=all', 'Approvals'],
  ['/admin', 'Admin'],
  ['/admin?tab=users', 'Admin'],
  ['/admin?tab=tasks', 'Admin'],
  ['/admin?tab=submissions', 'Admin'],
  ['/profile', 'My Profile'],
  ['/tasks?type=text', 'Tasks'],
] as const

test('The leaderboard, About, approvals, admin and profile pages have their titles, and axe finds nothing in them', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  for (const [path, title] of pages) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: /Loading/ })).toHaveCount(0)
    await expect(page).toHaveTitle(new RegExp(`^${title} · Earn Crypto for Real World Tasks`))
    await expectAccessible(page)
  }
})

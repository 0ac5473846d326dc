import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'

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

test('The header has the external links and fits windows of 1440 and 1280 px', async ({ site }) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await page.goto('/')
  const header = page.getByRole('banner')
  const elsewhere = (label: string) =>
    header.getByRole('link', { name: `${label} (opens in a new tab)`, exact: true }).filter({ visible: true })
  for (const label of ['Faucet', 'X', 'Discord', 'Join Presale'])
    await expect(elsewhere(label).first()).toHaveAttribute('target', '_blank')
  await signIn(page)
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const label of ['X', 'Discord']) await expect(elsewhere(label)).toHaveCount(1)
    const { x = 0, width: own = 0 } =
      (await header.getByRole('button', { name: /^Menu of/ }).boundingBox()) ?? {}
    expect(own).toBeGreaterThan(0)
    expect(x + own).toBeLessThanOrEqual(width - 60) // the right padding of the page
  }
})

test('On a phone the site menu closes after navigation to the chosen page', async ({ site }) => {
  const { page } = await site.newVisitor('Mia on the move')
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [link, path] of [
    ['Leaderboard', '/leaderboard'],
    ['Approvals', '/approvals'],
    ['Tasks', '/tasks'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Site menu' })
    await menu.getByRole('link', { name: link }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    // The URL changes before the page. A menu opened before the page changes would be closed by it.
    await expect(page).toHaveTitle(new RegExp(link))
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

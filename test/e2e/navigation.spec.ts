import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './people.ts'

const labels = (page: Page) =>
  page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()

test('The header shows everybody the pages that they can reach, and no others', async ({ world }) => {
  const { page } = await world.visit('Nils who navigates')
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(await labels(page)).toEqual(['Home', 'Tasks', 'Faucet', 'Leaderboard'])
  await signIn(page)
  expect(await labels(page)).toEqual(['Home', 'Tasks', 'Faucet', 'Leaderboard', 'Dashboard', 'Approvals'])

  const admin = await world.visit('Ada the admin', { admin: true })
  await signIn(admin.page)
  expect((await labels(admin.page)).at(-1)).toBe('Admin')
  await admin.page.getByRole('button', { name: /^Menu of/ }).click()
  for (const name of ['My Profile', 'Dashboard', 'Approvals', 'Admin Panel'])
    await expect(admin.page.locator('#user-menu').getByRole('link', { name })).toBeVisible()
  await expect(admin.page.locator('#user-menu').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('On a phone the menu leads to every page and closes when one is chosen', async ({ world }) => {
  const { page } = await world.visit('Mia on the move')
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
    // The address changes before the page does, and the page's arrival closes a menu that was opened in between.
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

for (const colorScheme of ['light', 'dark'] as const)
  test(`Every page has its title, fits a phone, and axe finds nothing, in ${colorScheme} colours`, async ({
    world,
  }) => {
    const { page } = await world.visit('Ada the admin', { admin: true })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page)
    for (const [path, title] of pages) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').getByRole('status', { name: /Loading/ })).toHaveCount(0)
      await expect(page).toHaveTitle(new RegExp(`^${title} · Earn Crypto for Real World Tasks`))
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 900 })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    }
  })

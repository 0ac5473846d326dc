import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './people.ts'
import { picture } from './pictures.ts'
import { openCreate, postedTask, submitted } from './tasks.ts'

const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const

/** What axe finds in each look, and whether the page scrolls sideways. */
async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = []
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    // Colours are judged when nothing fades any more.
    await page.waitForTimeout(250)
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      found.push(`${size.width}: scrolls sideways`)
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${size.width}: ${id} in ${nodes.map((node) => node.html).join(', ')}`)
  }
  expect(found).toEqual([])
}

test('Signing in is accessible, by wallet and by password', async ({ world }) => {
  const { page } = await world.visit('Ada at the door', { newcomer: true })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert').first()).toHaveText('Required')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a username and password' }).click()
  await expectAccessible(page)
})

test('Creating a task, handing in a picture and reviewing it are accessible', async ({ world }) => {
  test.slow()
  const poster = await world.visit('Abe the poster')
  const doer = await world.visit('Ann the doer')
  const task = await postedTask(poster.person, `Accessible benches ${Date.now()}`, 'mixed')
  await signIn(poster.page)
  await openCreate(poster.page)
  await expectAccessible(poster.page)

  await signIn(doer.page)
  await doer.page.goto(`/tasks?id=${task.id}`)
  const dialog = doer.page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'File Upload' }).click()
  await expectAccessible(doer.page)
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog).toContainText('KB, uploaded')
  await expectAccessible(doer.page)

  const { submission } = await submitted(poster.person, doer.person, `Reviewed benches ${Date.now()}`)
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  await expect(poster.page.getByRole('dialog').getByLabel('Feedback')).toBeVisible()
  await expectAccessible(poster.page)
})

import { expectAccessible } from './looks.ts'
import { expect, signIn, test } from './people.ts'
import { picture } from './pictures.ts'
import { openCreate, postedTask, submitted } from './tasks.ts'

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

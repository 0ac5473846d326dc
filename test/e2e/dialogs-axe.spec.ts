import { expectAccessible } from './accessibility.ts'
import { enter, expect, signIn, test } from './fixtures.ts'
import { picture } from './png-image.ts'
import { openCreate, postedTask, submitted } from './task-fixtures.ts'

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

test('Reviewing one by one is accessible, from the bar above it to what the sitting came to', async ({
  world,
}) => {
  const poster = await world.visit('Abel with a queue')
  const doer = await world.visit('Agda the doer')
  for (const side of ['left', 'right'])
    await submitted(poster.person, doer.person, `Accessible queue, ${side} ${Date.now()}`)
  const { page } = poster
  await signIn(page)
  await page.goto('/approvals')
  await page.getByRole('link', { name: 'Review one by one' }).click()
  const review = page.getByRole('dialog')
  await review.getByRole('button', { name: /^Approve/ }).click()
  await expect(review).toContainText('The last one, 30 CENTS approved in this sitting')
  await review.getByRole('button', { name: 'Reject' }).click()
  await review.getByRole('button', { name: 'Requirements not met' }).click()
  await expectAccessible(page, 'a queue, its running cost, and reasons that need words')
  await review.getByLabel('Feedback').fill('Which side?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByRole('heading', { name: 'Everything is reviewed' })).toBeVisible()
  await expectAccessible(page, 'the end of a sitting')
})

test('Changing the wallet is accessible, and so is having no connection', async ({ world, baseURL }) => {
  const visitor = await world.visit('Aino who moves')
  const { page } = visitor
  await enter(visitor, baseURL ?? '')
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'Change wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your wallet' })
  await expect(dialog.getByRole('listitem').getByRole('button')).toBeVisible()
  await page.context().setOffline(true)
  await expect(dialog.getByText('No connection.')).toBeVisible()
  await expectAccessible(page, 'another wallet, without a connection')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No connection.')).toBeVisible()
  await expectAccessible(page, 'a page without a connection')
})

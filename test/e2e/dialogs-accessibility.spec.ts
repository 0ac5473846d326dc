import { expectAccessible } from './accessibility.ts'
import { expect, signIn, signInWithoutWallet, test } from './fixtures.ts'
import { picture } from './png-image.ts'
import { newSubmission, newTask, openCreateTask } from './task-fixtures.ts'

test('axe finds nothing in the sign-up form, the wallet dialog and the password form', async ({ site }) => {
  const { page } = await site.newVisitor('Ada at the door', { unregistered: true })
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

test('axe finds nothing in the dialogs for creating a task, submitting an image and reviewing a submission', async ({
  site,
}) => {
  test.slow()
  const poster = await site.newVisitor('Abe the poster')
  const doer = await site.newVisitor('Ann the doer')
  const task = await newTask(poster.person, `Accessible benches ${Date.now()}`, 'mixed')
  await signIn(poster.page)
  await openCreateTask(poster.page)
  await expectAccessible(poster.page)

  await signIn(doer.page, `/tasks?id=${task.id}`)
  const dialog = doer.page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'File Upload' }).click()
  await expectAccessible(doer.page)
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog).toContainText('KB, uploaded')
  await expectAccessible(doer.page)

  const { submission } = await newSubmission(poster.person, doer.person, `Reviewed benches ${Date.now()}`)
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  await expect(poster.page.getByRole('dialog').getByLabel('Feedback')).toBeVisible()
  await expectAccessible(poster.page)
})

test('axe finds nothing in the review queue and its rejection reasons', async ({ site }) => {
  const poster = await site.newVisitor('Abel with a queue')
  const doer = await site.newApiUser()
  for (const side of ['left', 'right'])
    await newSubmission(poster.person, doer, `Accessible queue, ${side} ${Date.now()}`)
  const { page } = poster
  await signIn(page, '/approvals')
  await page.getByRole('link', { name: 'Review one by one' }).click()
  const review = page.getByRole('dialog')
  await review.getByRole('button', { name: /^Approve/ }).click()
  await expect(review).toContainText('2 of 2, 30 CENTS approved in this session')
  await review.getByRole('button', { name: 'Reject' }).click()
  await review.getByRole('radio', { name: 'Requirements not met' }).check()
  await expectAccessible(page, 'a queue, its running cost, and reasons')
})

test('axe finds nothing in the wallet change dialog and the offline notice', async ({ site }) => {
  const visitor = await site.newVisitor('Aino who moves')
  const { page } = visitor
  await signInWithoutWallet(visitor.page)
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

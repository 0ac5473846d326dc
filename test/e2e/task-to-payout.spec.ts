import { toBaseUnits } from '../../domain/escrow.ts'
import {
  answerWallet,
  expect,
  expectPaid,
  signInWithWallet,
  test,
  toastOf,
  walletDialog,
} from './fixtures.ts'
import { fillTask, openCreateTask } from './task-fixtures.ts'

test('A task is created, done and approved with a double click, and the doer is paid the reward once', async ({
  site,
}) => {
  const poster = await site.newVisitor('Pia the poster')
  const doer = await site.newVisitor('Dan the doer')
  const title = `Count the benches in your park ${Date.now()}`

  await signInWithWallet(poster.page)
  const dialog = await openCreateTask(poster.page)
  await fillTask(dialog, { title, reward: 40, maxCompletions: 3, proof: 'text' })
  await expect(dialog.getByText('120 TAX')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(walletDialog(poster.page).locator('body')).toContainText('120.0 TAX')
  await answerWallet(poster.page, 'send this transaction')
  await expect(toastOf(poster.page)).toContainText('Task created')
  await expect(dialog).toContainText('Your task is live')

  await signInWithWallet(doer.page)
  await doer.page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await doer.page.getByRole('main').getByRole('link', { name: title }).click()
  await doer.page.getByLabel('Your proof').fill('Seventeen, two of them broken.')
  await doer.page.getByRole('button', { name: 'Submit proof' }).click()
  await expect(toastOf(doer.page)).toContainText('Your submission has been sent for review.')
  await expect(doer.page.getByRole('dialog')).toContainText('Your submission is pending review.')

  const before = await doer.person.balance()
  await poster.page.goto('/dashboard?tab=created')
  await poster.page
    .getByRole('link', { name: /Review/ })
    .first()
    .click()
  const review = poster.page.getByRole('dialog')
  await expect(review).toContainText('Seventeen, two of them broken.')
  let approvals = 0
  poster.page.on('request', (request) => {
    if (request.method() === 'PATCH') approvals += 1
  })
  await review.getByRole('button', { name: 'Approve and pay 40 CENTS' }).dblclick()
  await expectPaid(poster.page)
  await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()

  expect(approvals).toBe(1)
  expect((await doer.person.balance()) - before).toBe(toBaseUnits(40))
})

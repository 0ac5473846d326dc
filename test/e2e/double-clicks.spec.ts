import type { Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import { answerWallet, expect, signIn, test, toastOf, walletDialog } from './fixtures.ts'
import { fillTask, findTasks, newSubmission, newTask, openCreateTask } from './task-fixtures.ts'

/** Counts the requests of a page with this method and path. */
function countRequests(page: Page, method: string, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname.startsWith(path)) count += 1
  })
  return () => count
}

test('A double click on Fund asks the wallet once and saves one task', async ({ site }) => {
  const { page, person } = await site.newVisitor('Dolly who double-clicks')
  const title = `Funded by a double click ${Date.now()}`
  const before = await person.balance()
  await signIn(page)
  const dialog = await openCreateTask(page)
  await fillTask(dialog, { title, reward: 10, maxCompletions: 1 })
  await dialog.getByRole('button', { name: 'Fund and create task' }).dblclick()
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await expect(walletDialog(page).getByRole('heading')).toHaveCount(0)
  expect(await findTasks(person, title)).toHaveLength(1)
  expect(before - (await person.balance())).toBe(toBaseUnits(10))
})

test('A double click on Submit proof sends one submission', async ({ site }) => {
  const poster = await site.newApiUser()
  const { page } = await site.newVisitor('Dino who double-clicks')
  const task = await newTask(poster, `Handed in once ${Date.now()}`)
  await signIn(page)
  const sent = countRequests(page, 'POST', '/api/submissions')
  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your proof').fill('Nine.')
  await dialog.getByRole('button', { name: 'Submit proof' }).dblclick()
  await expect(toastOf(page)).toContainText('Your submission has been sent for review.')
  await expect(dialog).toContainText('Your submission is pending review.')
  expect(sent()).toBe(1)
})

test('A double click on Reject sends one review', async ({ site }) => {
  const poster = await site.newVisitor('Dana who double-clicks')
  const doer = await site.newApiUser()
  const { submission } = await newSubmission(poster.person, doer, `Rejected once ${Date.now()}`)
  const { page } = poster
  await signIn(page)
  const sent = countRequests(page, 'PATCH', '/api/submissions')
  await page.goto(`/dashboard?review=${submission.id}`)
  const review = page.getByRole('dialog')
  await review.getByLabel('Feedback').fill('Which park?')
  await review.getByRole('button', { name: 'Reject' }).dblclick()
  await expect(toastOf(page)).toContainText('Submission rejected')
  await expect(review).toBeHidden()
  expect(sent()).toBe(1)
})

test('Approving one submission in two tabs at the same time pays once', async ({ site }) => {
  const poster = await site.newVisitor('Tove with two tabs')
  const doer = await site.newApiUser()
  const { submission } = await newSubmission(poster.person, doer, `Two tabs ${Date.now()}`)
  const before = await doer.balance()
  const { page } = poster
  await signIn(page)
  const second = await page.context().newPage()
  const tabs = [page, second]
  for (const tab of tabs) await tab.goto(`/dashboard?review=${submission.id}`)
  const button = (tab: Page) =>
    tab.getByRole('dialog').getByRole('button', { name: 'Approve and pay 30 CENTS' })
  for (const tab of tabs) await expect(button(tab)).toBeEnabled()
  await Promise.all(tabs.map((tab) => button(tab).dispatchEvent('click')))
  for (const tab of tabs)
    await expect(
      tab.getByRole('dialog').getByRole('button', { name: /Copy transaction hash 0x/ }),
    ).toBeVisible()
  expect((await doer.balance()) - before).toBe(toBaseUnits(30))
})

test('If two tabs continue the same funding, it is paid once and saved once', async ({ site }) => {
  const { page, person } = await site.newVisitor('Tilda with two tabs')
  const title = `Funded in two tabs ${Date.now()}`
  const before = await person.balance()
  await signIn(page)
  const dialog = await openCreateTask(page)
  await fillTask(dialog, { title, reward: 10, maxCompletions: 1 })
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(walletDialog(page).getByRole('heading')).toContainText('send this transaction')
  const second = await page.context().newPage()
  await second.goto('/?create=task')
  await second.getByRole('dialog').getByRole('button', { name: 'Check and go on' }).click()
  await expect(second.getByRole('dialog').getByRole('alert')).toContainText(
    'Another tab of yours is working on this task.',
  )
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await expect(second.getByRole('dialog')).toContainText('Create New Task')
  expect(await findTasks(person, title)).toHaveLength(1)
  expect(before - (await person.balance())).toBe(toBaseUnits(10))
})

import type { Page } from '@playwright/test'
import { answerWallet, expect, rememberSession, test, toastOf } from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { newDoer, newFunding, newTask } from './task-fixtures.ts'

/** Deletes the session cookie. The page notices at its next request. */
const endSession = (page: Page) => page.context().clearCookies()

async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toContainText('nothing you typed is lost')
  await screenshot(page, 'sign in again')
  await again.getByRole('listitem').first().getByRole('button').click()
  await answerWallet(page, 'sign this message')
  await expect(again).toBeHidden()
}

test('If the session ends while a proof is written, the proof is kept and sent after signing in again', async ({
  site,
}) => {
  const { dialog, page, saved, submit } = await newDoer(site, 'Sid whose session ends')
  await dialog.getByLabel('Your proof').fill('Twelve, counted twice.')
  await endSession(page)

  await submit.click()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your session has ended.')
  await expect(dialog.getByLabel('Your proof')).toHaveValue('Twelve, counted twice.')

  await submit.click()
  await signInAgain(page)
  await expect(toastOf(page)).toContainText('Your submission has been sent for review.')
  await expect(dialog).toContainText('Your submission is pending review.')
  expect((await saved())?.proofText).toBe('Twelve, counted twice.')
})

test('If the session ends before funding, the page asks to sign in again before the wallet request', async ({
  site,
}) => {
  const { expectTasks, fund, page } = await newFunding(site, 'Sue whose session ends')
  await endSession(page)
  await fund.click()
  await signInAgain(page)
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await expectTasks(1)
})

test('If the session ends during the wallet request, the paid task is saved after signing in again', async ({
  site,
}) => {
  const { dialog, expectTasks, fund, page } = await newFunding(site, 'Sol whose session ends', 10, 2)
  await fund.click()
  await expect(dialog).toContainText('Confirm in your wallet')
  await endSession(page)
  await answerWallet(page, 'send this transaction')
  await signInAgain(page)
  await expect(toastOf(page)).toContainText('Task created')
  await expectTasks(1)
})

test('A proof begun by one user is not sent after another user signs in', async ({ site }) => {
  const poster = await site.newApiUser()
  const { page, person } = await site.newVisitor('Amy who leaves', { unregistered: true })
  const task = await newTask(poster, `Handed over ${Date.now()}`)
  const name = `ben_${Date.now().toString(36)}`
  await page.request.post('/api/register', { data: { username: name, password: 'correct horse' } })
  await page.addInitScript(rememberSession, name)
  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  await dialog.getByLabel('Your proof').fill('Ten.')
  await endSession(page)
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByLabel('Username')).toHaveValue(name)
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
  await again.getByRole('button', { name: 'Use a wallet instead' }).click()
  await again.getByRole('listitem').first().getByRole('button').click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(dialog.getByRole('alert')).toContainText(`this was begun as ${name}`)
  await person.signIn()
  const { hasSubmitted } = await person.call('GET /api/tasks/{id}/user-submission', { id: task.id })
  expect(hasSubmitted).toBe(false)
})

test('Signing in from a task dialog returns to the task', async ({ site }) => {
  const poster = await site.newApiUser()
  const { page } = await site.newVisitor('Ned the newcomer', { unregistered: true })
  const task = await newTask(poster, `Shared benches ${Date.now()}`)
  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  await dialog.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog', { name: /wallet/ })
    .getByRole('listitem')
    .getByRole('button')
    .click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(`/tasks?id=${task.id}`)
  await expect(dialog.getByLabel('Your proof')).toBeVisible()
})

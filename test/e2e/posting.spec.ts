import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerWallet, expect, signIn, test } from './fixtures.ts'
import { findTasks, newSubmission, newTask, openCreateTask } from './task-fixtures.ts'

/** The text of the file that a click on the button saves. */
async function savedBy(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  return readFile(await (await download).path(), 'utf8')
}

test('From connecting to a created task a new poster needs at most 6 clicks on the site and 3 fields, and can then repeat the task', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Nia who is new', { unregistered: true })
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  // The wallet's window is a frame.
  await page.addInitScript(`if (self === top) addEventListener('click', () => countClick(), true)`)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page.getByRole('button', { name: /Menu of user_[0-9a-f]{6}_/ })).toBeVisible()
  const dialog = await openCreateTask(page)
  const title = `Benches of a new poster ${Date.now()}`
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill(title)
  await expect(dialog).toContainText(`Best within 100 characters: ${title.length} used.`)
  await dialog.getByLabel('Description').fill('For a map of places to sit.')
  await dialog.getByLabel('Requirements').fill('A number, and which park.')
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await answerWallet(page, 'send this transaction')
  await expect(dialog).toContainText('Your task is live')
  expect(clicks).toBeLessThanOrEqual(6)

  await expect(dialog.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Share' })).toHaveAttribute('href', /twitter\.com.*%2Ft%2F/)
  await expectAccessible(page, 'receipt')
  await dialog.getByRole('button', { name: 'Create another' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  const [task] = await findTasks(person, title)
  await dialog.getByLabel('Title').fill('Another')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Reward, CENTS')).toHaveValue(String(task?.reward))
  await page.goto('/?create=task')
  await expect(dialog.getByLabel('Title')).toHaveValue('Another')
})

test('The creator edits the text of a task, and a proof that arrives meanwhile refuses the change in the dialog', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Edda who edits')
  const task = await newTask(person, `Benchs ${Date.now()}`)
  await signIn(page, '/dashboard?tab=created')
  const dialog = page.getByRole('dialog')
  const edit = page.getByRole('button', { name: 'Edit the text' })
  await edit.click()
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Save text' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Required')
  await dialog.getByLabel('Title').fill(`Benches ${task.id}`)
  await expectAccessible(page, 'edit the text')
  await dialog.getByRole('button', { name: 'Save text' }).click()
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(page.getByRole('heading', { name: `Benches ${task.id}` })).toBeVisible()

  await edit.click()
  await dialog.getByLabel('Requirements').fill('Only a draft.')
  await page.keyboard.press('Escape')
  await edit.click()
  await expect(dialog.getByText('Draft kept in this browser')).toBeVisible()
  await expect(dialog.getByLabel('Requirements')).toHaveValue('Only a draft.')

  const { requirements, description } = task
  const elsewhere = { id: task.id, textVersion: 1, title: `Benches ${task.id}`, description, requirements }
  await person.call('PATCH /api/tasks/{id}', elsewhere)
  await page.reload()
  await edit.click()
  await dialog.getByRole('button', { name: 'Save text' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has changed since you read it')
  await dialog.getByRole('button', { name: 'Go back to the saved text' }).click()
  await expect(dialog.getByLabel('Requirements')).toHaveValue(task.requirements)
  await page.keyboard.press('Escape')
  await edit.click()
  await expect(dialog.getByLabel('Title')).toHaveValue(`Benches ${task.id}`)
  await expect(dialog.getByText('Draft kept in this browser')).toBeHidden()
  await dialog.getByLabel('Requirements').fill('Only a number.')
  const doer = await site.newApiUser()
  await doer.call('POST /api/submissions', { taskId: task.id, textVersion: 2, proofText: 'Eleven.' })
  await expect(page.locator('main').getByText('Edit the text')).not.toBeAttached()
  await dialog.getByRole('button', { name: 'Save text' }).click()
  await expect(dialog.getByRole('alert')).toContainText('can be changed until the first proof arrives')
})

test('The dashboard opens with the tab that has something to do, and saves earnings, spending and proofs as CSV without formulas', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Bo who does and posts')
  const other = await site.newApiUser()
  const earned = await newSubmission(other, person, `Earned ${Date.now()}`)
  await other.call('PATCH /api/submissions/{id}', { id: earned.submission.id, status: 'approved' })
  await newSubmission(other, person, `Pending ${Date.now()}`)
  await signIn(page, '/dashboard')
  const selected = page.getByRole('tab', { selected: true })
  await expect(selected).toHaveText('My Tasks 1')
  await expect(selected).toHaveAccessibleDescription('Doing')
  await page.getByText('Show the table').click()
  await expect(page.getByRole('row').nth(1)).toHaveText(/1 ?30$/)
  await expectAccessible(page, 'doing')
  expect(await savedBy(page, 'Download as CSV')).toContain(`"${earned.task.title}","${earned.task.id}",30,`)

  const { task } = await newSubmission(person, other, `Posted ${Date.now()}`)
  await (await site.newApiUser()).call('POST /api/submissions', { taskId: task.id, proofText: '=1+1' })
  await page.reload()
  await expect(selected).toHaveText('Tasks Created 1')
  await expect(selected).toHaveAccessibleDescription('Posting')
  await expectAccessible(page, 'posting')
  expect(await savedBy(page, 'Spending')).toContain(`"${task.id}",150,0,0,150,""`)
  expect(await savedBy(page, 'Proofs')).toContain(`"'=1+1"`)
})

import { expect, signIn, signInWithoutWallet, test, toastOf } from './fixtures.ts'
import { picture } from './png-image.ts'
import { screenshot } from './screenshots.ts'
import { newDoer, newImageSubmission, pictureInput } from './task-fixtures.ts'

const bench = { name: 'bench.png', mimeType: 'image/png', buffer: picture }

test('A proof draft survives Escape, a reload and a new session, and another user of the browser does not see it', async ({
  site,
}) => {
  const { dialog, page, person, saved, submit, task } = await newDoer(site, 'Dora with a draft', 'mixed')
  await dialog.getByLabel('Link to your proof').fill('https://example.org/benches')
  await dialog.getByRole('tab', { name: 'Text Description' }).click()
  await dialog.getByLabel('Your proof').fill('Eleven benches.')
  await dialog.getByLabel('Notes for the reviewer').fill('Without the broken one.')
  await expect(dialog.getByText('Draft kept in this browser')).toBeVisible()
  const expectDraft = async () => {
    await expect(dialog.getByLabel('Your proof')).toHaveValue('Eleven benches.')
    await expect(dialog.getByLabel('Notes for the reviewer')).toHaveValue('Without the broken one.')
  }

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goto(`/tasks?id=${task.id}`)
  await expectDraft()
  await screenshot(page, 'draft kept')
  await page.reload()
  await expectDraft()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(toastOf(page)).toContainText('Logged out successfully')
  await signInWithoutWallet(page, await site.newApiUser())
  await page.goto(`/tasks?id=${task.id}`)
  await dialog.getByRole('tab', { name: 'Text Description' }).click()
  await expect(dialog.getByLabel('Your proof')).toHaveValue('')
  await expect(dialog.getByText('Draft kept')).toHaveCount(0)

  await person.signIn()
  await signIn(page, `/tasks?id=${task.id}`)
  await expectDraft()
  await submit.click()
  await expect(dialog).toContainText('Your submission is pending review.')
  expect(await saved()).toMatchObject({ proofText: 'Eleven benches.', notes: 'Without the broken one.' })
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).not.toContain('Eleven')
})

test('An uploaded picture comes back after a reload, and a picture that the server has deleted is named and asked for again', async ({
  site,
}) => {
  const { dialog, page, saved, submit } = await newDoer(site, 'Paul with a picture', 'file')
  await pictureInput(page).setInputFiles(bench)
  await expect(dialog).toContainText('KB, uploaded')
  await page.route('**/api/check-file*', (route) => route.fulfill({ json: { exists: false } }))
  await page.reload()
  await expect(dialog.getByRole('alert')).toContainText('Your picture bench.png is no longer stored')
  await expect(dialog.getByText('Choose a picture')).toBeVisible()
  await screenshot(page, 'deleted picture')
  await page.unroute('**/api/check-file*')

  await pictureInput(page).setInputFiles(bench)
  await expect(dialog).toContainText('KB, uploaded')
  await page.reload()
  await expect(dialog).toContainText('bench.png')
  await expect(dialog.getByRole('img', { name: 'The chosen file' })).not.toHaveJSProperty('naturalWidth', 0)
  await submit.click()
  await expect(dialog).toContainText('Your submission is pending review.')
  expect((await saved())?.proofFileUrl).toMatch(/\.png$/)
})

test('Closing the task dialog during an upload asks first, by Escape, by Back and by a click outside', async ({
  site,
}) => {
  const { dialog, page, task } = await newDoer(site, 'Ursula who uploads', 'file')
  await page.goto(`/tasks?q=${encodeURIComponent(task.title)}`)
  await page.getByRole('main').getByRole('link', { name: task.title }).click()
  await page.route('**/incoming/**', () => {})
  await pictureInput(page).setInputFiles(bench)
  await expect(dialog.getByText(/^Uploading \d+ KB…$/)).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Close this task?' })
  await page.keyboard.press('Escape')
  await expect(question).toContainText('Your picture is still being uploaded.')
  await screenshot(page, 'close during an upload')
  await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/[?&]id=/)
  await expect(dialog.getByText(/^Uploading \d+ KB…$/)).toBeVisible()
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Close without it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/[?]q=[^&]*$/)
})

test('The form of an appeal cannot be put aside while its picture is being uploaded', async ({ site }) => {
  const { page, person } = await site.newVisitor('Apia who appeals')
  const poster = await site.newApiUser()
  const { submission, task } = await newImageSubmission(poster, person, `Appealed benches ${Date.now()}`)
  const feedback = 'The bench is missing.'
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'rejected', feedback })
  await signIn(page, `/tasks?id=${task.id}`)
  await page.getByRole('button', { name: 'Appeal' }).click()
  const putAside = page.getByRole('button', { name: 'Not now' })
  await page.route('**/incoming/**', () => {})
  await pictureInput(page).setInputFiles(bench)
  await expect(putAside).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await putAside.click()
  await expect(page.getByRole('button', { name: 'Appeal' })).toBeVisible()
})

test('From a task in the list to the submitted proof it takes three clicks', async ({ site }) => {
  const { page, saved, task } = await newDoer(site, 'Clara who counts clicks')
  await page.goto(`/tasks?q=${encodeURIComponent(task.title)}`)
  await page.evaluate(`clicks = 0; addEventListener('click', () => clicks++, true)`)
  await page.getByRole('main').getByRole('link', { name: task.title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your proof').click()
  await page.keyboard.type('Twelve.')
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  await expect(dialog).toContainText('Your submission is pending review.')
  expect(await page.evaluate('clicks')).toBe(3)
  expect((await saved())?.proofText).toBe('Twelve.')
})

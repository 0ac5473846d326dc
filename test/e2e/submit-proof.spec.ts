import { expect, test, toastOf } from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { newDoer } from './task-fixtures.ts'

test('A mixed-proof task has tabs for file, text and link, and submits only the selected tab', async ({
  site,
}) => {
  const { dialog, page, saved, submit } = await newDoer(site, 'Mick the doer', 'mixed')
  await dialog.getByRole('tab', { name: 'File Upload' }).click()
  await expect(dialog).toContainText('JPEG, PNG or GIF. A picture over 2 MB is made smaller.')
  await dialog.getByRole('tab', { name: 'Text Description' }).click()
  await dialog.getByLabel('Your proof').fill('This stays here.')
  await dialog.getByRole('tab', { name: 'Link' }).click()
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Missing link: Please provide a valid URL as proof')
  await screenshot(page, 'missing link')
  await expect(toastOf(page)).toHaveCount(0)
  await dialog.getByLabel('Link to your proof').fill('javascript:alert(1)')
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a valid URL')
  await dialog.getByLabel('Link to your proof').fill('https://example.org/benches')
  await dialog.getByLabel('Notes for the reviewer').fill('Page two.')
  await submit.click()
  await expect(dialog.getByRole('heading', { name: 'Your submission is pending review.' })).toBeInViewport()

  expect(await saved()).toMatchObject({
    proofLink: 'https://example.org/benches',
    proofText: null,
    notes: 'Page two.',
  })
})

test('A doer who has already submitted in another tab is told so and sees the pending submission', async ({
  site,
}) => {
  const { dialog, page, person, submit, task } = await newDoer(site, 'Tim in two tabs')
  await dialog.getByLabel('Your proof').fill('The second of two.')
  await person.call('POST /api/submissions', { taskId: task.id, proofText: 'The first of two.' })
  await submit.click()
  await expect(toastOf(page)).toContainText('Submission failed')
  await expect(dialog).toContainText('Your submission is pending review.')
})

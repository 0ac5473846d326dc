import { expect, signIn, test, toastOf } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

test('A mixed-proof task has tabs for file, text and link, and submits only the selected tab', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Mick the doer')
  const task = await newTask(poster, `Any proof ${Date.now()}`, 'mixed')
  await signIn(doer.page)
  await doer.page.goto(`/tasks?id=${task.id}`)
  const dialog = doer.page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Submit proof' })

  await dialog.getByRole('tab', { name: 'File Upload' }).click()
  await expect(dialog).toContainText('JPEG, PNG or GIF, at most 2 MB.')
  await dialog.getByRole('tab', { name: 'Text Description' }).click()
  await dialog.getByLabel('Your proof').fill('This stays here.')
  await dialog.getByRole('tab', { name: 'Link' }).click()
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Missing link: Please provide a valid URL as proof')
  await expect(toastOf(doer.page)).toContainText('Missing link')
  await dialog.getByLabel('Link to your proof').fill('javascript:alert(1)')
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a valid URL')
  await dialog.getByLabel('Link to your proof').fill('https://example.org/benches')
  await dialog.getByLabel('Notes for the reviewer').fill('Page two.')
  await submit.click()
  await expect(dialog.getByRole('heading', { name: 'Your submission is pending review.' })).toBeInViewport()

  const { submission } = await doer.person.call('GET /api/tasks/{id}/user-submission', { id: task.id })
  expect(submission).toMatchObject({
    proofLink: 'https://example.org/benches',
    proofText: null,
    notes: 'Page two.',
  })
})

test('A doer who has already submitted in another tab is told so and sees the pending submission', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Tim in two tabs')
  const task = await newTask(poster, `Taken ${Date.now()}`, 'text')
  await signIn(doer.page)
  await doer.page.goto(`/tasks?id=${task.id}`)
  const dialog = doer.page.getByRole('dialog')
  await dialog.getByLabel('Your proof').fill('The second of two.')
  await doer.person.call('POST /api/submissions', { taskId: task.id, proofText: 'The first of two.' })
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  await expect(toastOf(doer.page)).toContainText('Submission failed')
  await expect(dialog).toContainText('Your submission is pending review.')
})

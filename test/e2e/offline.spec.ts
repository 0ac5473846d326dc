import { expect, signIn, test } from './fixtures.ts'
import { newSubmission, newTask } from './task-fixtures.ts'

test('Offline, a notice is shown and the page stays; when the connection returns, the dashboard is fetched again', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const { page, person } = await site.newVisitor('Owen on a train')
  const task = await newTask(poster, `On a train ${Date.now()}`)
  await signIn(page)
  await page.goto('/dashboard?tab=submissions')
  const note = page.getByText('No connection.')
  await expect(page.getByRole('heading', { name: 'No submissions found' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(note).toBeVisible()
  await expect(page.getByRole('main')).toContainText('My Dashboard')
  await person.call('POST /api/submissions', { taskId: task.id, proofText: 'Handed in elsewhere.' })
  await page.context().setOffline(false)
  await expect(note).toBeHidden()
  await expect(page.getByRole('main')).toContainText(task.title)
})

test('A page that failed to load is loaded without a click when the server answers again', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Lou on a bad line', { unregistered: true })
  await page.route('**/api/leaderboard*', (route) => route.abort())
  await page.route('**/api/health', (route) => route.abort())
  await page.goto('/leaderboard')
  await expect(page.getByText('Error Loading Leaderboard')).toBeVisible()
  await expect(page.getByText('No connection.')).toBeVisible()
  await page.unroute('**/api/leaderboard*')
  await page.unroute('**/api/health')
  await expect(page.getByText('No connection.')).toBeHidden({ timeout: 15_000 })
  await expect(page.getByText('Error Loading Leaderboard')).toBeHidden()
})

test('A proof that could not be sent offline is kept, and Try again sends it', async ({ site }) => {
  const poster = await site.newApiUser()
  const { page, person } = await site.newVisitor('Oskar in a tunnel')
  const task = await newTask(poster, `In a tunnel ${Date.now()}`)
  await signIn(page)
  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  await dialog.getByLabel('Your proof').fill('Counted in the dark.')
  await page.context().setOffline(true)
  await expect(dialog.getByText('No connection.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(dialog.getByLabel('Your proof')).toHaveValue('Counted in the dark.')
  await page.context().setOffline(false)
  await expect(dialog.getByText('No connection.')).toBeHidden()
  await expect(dialog.getByLabel('Your proof')).toHaveValue('Counted in the dark.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Your submission is pending review.')
  const { submission } = await person.call('GET /api/tasks/{id}/user-submission', { id: task.id })
  expect(submission?.proofText).toBe('Counted in the dark.')
})

test('A rejection that could not be sent offline keeps its feedback, and Try again sends it', async ({
  site,
}) => {
  const poster = await site.newVisitor('Ottilie on a bad line')
  const doer = await site.newApiUser()
  const { submission } = await newSubmission(poster.person, doer, `Bad line ${Date.now()}`)
  const { page } = poster
  await signIn(page)
  await page.goto(`/dashboard?review=${submission.id}`)
  const review = page.getByRole('dialog')
  await review.getByLabel('Feedback').fill('Which park?')
  await page.context().setOffline(true)
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByRole('alert')).toContainText('The server cannot be reached.')
  await page.context().setOffline(false)
  await expect(review.getByText('No connection.')).toBeHidden()
  await expect(review.getByLabel('Feedback')).toHaveValue('Which park?')
  await review.getByRole('button', { name: 'Try again' }).click()
  await expect(review).toBeHidden()
  const after = await doer.call('GET /api/submissions/{id}', { id: submission.id })
  expect(after).toMatchObject({ status: 'rejected', reviewNotes: 'Which park?' })
})

test('If the response to an approval is lost, Try again shows the payment', async ({ site }) => {
  const poster = await site.newVisitor('Lotte whose answer gets lost')
  const doer = await site.newApiUser()
  const { submission } = await newSubmission(poster.person, doer, `Lost answer ${Date.now()}`)
  const { page } = poster
  await signIn(page)
  let isLost = false
  await page.route(`**/api/submissions/${submission.id}`, async (route) => {
    if (route.request().method() !== 'PATCH' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto(`/dashboard?review=${submission.id}`)
  const review = page.getByRole('dialog')
  await review.getByRole('button', { name: 'Approve and pay 30 CENTS' }).click()
  await review.getByRole('button', { name: 'Try again' }).click()
  await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
})

test('If the code of a dialog cannot be loaded, the page stays and Reload makes the dialog work', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Oona who clicks around', { unregistered: true })
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/assets/sign-in-dialogs-*.js', (route) => route.abort())
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/assets/sign-in-dialogs-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in with your wallet' })).toBeVisible()
})

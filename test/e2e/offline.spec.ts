import { expect, signIn, test, toastOf } from './fixtures.ts'
import { withoutNews } from './network-faults.ts'
import { newDoer, newReview, newTask } from './task-fixtures.ts'

const noConnection = 'There was no connection to the server. Try again when you are connected.'

test('Offline, a notice is shown and the page stays; when the connection returns, the dashboard is fetched again', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const { page, person } = await site.newVisitor('Owen on a train')
  const task = await newTask(poster, `On a train ${Date.now()}`)
  await signIn(page, '/dashboard?tab=submissions')
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
  const { dialog, page, saved, submit } = await newDoer(site, 'Oskar in a tunnel')
  await dialog.getByLabel('Your proof').fill('Counted in the dark.')
  await page.context().setOffline(true)
  await expect(dialog.getByText('No connection.')).toBeVisible()
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText(noConnection)
  await expect(dialog.getByLabel('Your proof')).toHaveValue('Counted in the dark.')
  await page.context().setOffline(false)
  await expect(dialog.getByText('No connection.')).toBeHidden()
  await expect(dialog.getByLabel('Your proof')).toHaveValue('Counted in the dark.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Your submission is pending review.')
  expect((await saved())?.proofText).toBe('Counted in the dark.')
})

test('Offline, approving says that there was no connection, and the same click works when it is back', async ({
  site,
}) => {
  const { approve, open, page, review } = await newReview(site, 'Olga who approves offline')
  await open()
  await expect(approve).toBeEnabled()
  await page.context().setOffline(true)
  await approve.click()
  await expect(review.getByRole('alert')).toHaveText(noConnection)
  await page.context().setOffline(false)
  await expect(review.getByText('No connection.')).toBeHidden()
  await expect(review.getByRole('alert')).toHaveCount(0)
  await approve.click()
  await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
})

test('Offline, rejecting says that there was no connection, and the same click works when it is back', async ({
  site,
}) => {
  const { open, page, review } = await newReview(site, 'Orla who rejects offline')
  await open()
  await review.getByLabel('Feedback').fill('Which park?')
  await page.context().setOffline(true)
  await expect(review.getByText('No connection.')).toBeVisible()
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByRole('alert')).toHaveText(noConnection, { timeout: 3000 })
  await page.context().setOffline(false)
  await expect(review.getByRole('alert')).toHaveCount(0)
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Submission rejected')
})

test('Offline, saving the profile says that there was no connection, and the same click works when it is back', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Otto with a profile')
  await signIn(page, '/profile')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Edit Profile' }).click()
  await main.getByLabel('Bio').fill('Counts benches.')
  await page.context().setOffline(true)
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(main.getByRole('alert')).toHaveText(noConnection)
  await page.context().setOffline(false)
  await expect(page.getByText('No connection.')).toBeHidden()
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Your profile has been successfully updated')
  expect((await person.call('GET /api/user', {})).bio).toBe('Counts benches.')
})

test('If the response to an approval is lost, approving again shows the payment', async ({ site }) => {
  const { approve, open, page, review, submission } = await newReview(site, 'Lotte whose answer gets lost')
  await withoutNews(page)
  let isLost = false
  await page.route(`**/api/submissions/${submission.id}`, async (route) => {
    if (route.request().method() !== 'PATCH' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await open()
  await approve.click()
  await approve.click()
  await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
})

import type { Page } from '@playwright/test'
import { expect, type Site, signIn, test, toastOf } from './fixtures.ts'
import { newReview, newSubmission } from './task-fixtures.ts'

const approve = { name: 'Approve and pay 30 CENTS' }

/** A queue of two pending proofs, whose reviewer is signed in and sees the first one. */
async function newQueue(site: Site, name: string) {
  const { page, person } = await site.newVisitor(name)
  const doer = await site.newApiUser()
  const { username } = await doer.call('GET /api/user', {})
  const made = [
    await newSubmission(person, doer, `First of ${name}`),
    await newSubmission(person, doer, `Second of ${name}`),
  ].map(({ submission }) => submission)
  const statuses = async () => {
    const read = made.map(({ id }) => doer.call('GET /api/submissions/{id}', { id }))
    return (await Promise.all(read)).map(({ status }) => status)
  }
  await signIn(page, '/dashboard?tab=created')
  await page.getByRole('link', { name: 'Review one by one' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('button', approve)).toBeEnabled()
  const title = (which: 'First' | 'Second') => review.getByRole('heading', { name: `${which} of ${name}` })
  return { page, review, statuses, title, username }
}

/** The verdicts that the page has sent. */
function sentVerdicts(page: Page) {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  return sent
}

test('An approval that is undone within 5 seconds is never sent, and its proof is shown again', async ({
  site,
}) => {
  const { page, review, statuses, title, username } = await newQueue(site, 'Una who undoes')
  const sent = sentVerdicts(page)
  await page.keyboard.press('a')
  await expect(title('Second')).toBeVisible()
  await expect(review).toContainText('2 of 2, 30 CENTS approved')
  await expect(review.getByText(`Paying 30 CENTS to ${username}`)).toBeVisible()
  await review.getByRole('button', { name: 'Undo' }).click()
  await expect(title('First')).toBeVisible()
  await expect(review.getByRole('button', approve)).toBeVisible()
  await expect(review).not.toContainText('30 CENTS approved')
  await expect(review.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.waitForTimeout(6000)
  expect(sent).toEqual([])
  expect(await statuses()).toEqual(['pending', 'pending'])
})

test('A rejection that is undone has its reason and its feedback again', async ({ site }) => {
  const { page, review, statuses, title, username } = await newQueue(site, 'Ulf who regrets')
  const sent = sentVerdicts(page)
  await page.keyboard.press('r')
  await page.keyboard.press('Alt+2')
  await page.keyboard.type('Seen on another map')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(title('Second')).toBeVisible()
  await expect(review.getByText(`Rejecting the proof of ${username}`)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(title('First')).toBeVisible()
  await expect(review.getByRole('radio', { name: 'Not original work' })).toBeChecked()
  await expect(review.getByLabel('Feedback')).toHaveValue('Seen on another map')
  await page.waitForTimeout(6000)
  expect(sent).toEqual([])
  expect(await statuses()).toEqual(['pending', 'pending'])
})

test('Verdicts given directly after each other all count, each has its own Undo, and each is sent once', async ({
  site,
}) => {
  const { page, review, statuses, title } = await newQueue(site, 'Quentin who is quick')
  const sent = sentVerdicts(page)
  await page.keyboard.press('a')
  await title('Second').waitFor()
  await page.keyboard.press('a')
  await expect(review).toContainText('60 CENTS approved')
  await expect(review.getByRole('button', { name: 'Undo' })).toHaveCount(2)
  await expect(toastOf(page)).toContainText('Reward transferred successfully')
  await expect.poll(statuses).toEqual(['approved', 'approved'])
  expect(sent).toEqual([
    { status: 'approved', feedback: '' },
    { status: 'approved', feedback: '' },
  ])
})

test('Leaving the page sends the waiting verdicts at once', async ({ site }) => {
  const { page, statuses, title } = await newQueue(site, 'Lev who leaves')
  await page.keyboard.press('a')
  await expect(title('Second')).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(statuses, { timeout: 3000 }).toEqual(['approved', 'pending'])
})

test('Closing the tab sends the waiting verdicts at once', async ({ site }) => {
  const { page, statuses, title } = await newQueue(site, 'Klaus who closes')
  await page.context().newPage()
  await page.keyboard.press('a')
  await expect(title('Second')).toBeVisible()
  await page.close({ runBeforeUnload: true })
  await expect.poll(statuses, { timeout: 3000 }).toEqual(['approved', 'pending'])
})

test('A verdict still waits on another page of the site, where Undo leads back to its proof', async ({
  site,
}) => {
  const { page, review, statuses, title } = await newQueue(site, 'Wes who walks on')
  await page.keyboard.press('a')
  await expect(title('Second')).toBeVisible()
  await review.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(title('First')).toBeVisible()
  await expect(review.getByRole('button', approve)).toBeVisible()
  await page.waitForTimeout(5500)
  expect(await statuses()).toEqual(['pending', 'pending'])
})

test('Logging out sends the waiting verdicts first', async ({ site }) => {
  const { page, review, statuses, title } = await newQueue(site, 'Lou who logs out')
  await page.keyboard.press('a')
  await expect(title('Second')).toBeVisible()
  await review.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).first().click()
  await expect(toastOf(page)).toContainText('Logged out successfully')
  expect(await statuses()).toEqual(['approved', 'pending'])
})

test('A verdict that cannot be sent names its proof, which stays pending with its draft', async ({
  site,
}) => {
  const { open, page, review } = await newReview(site, 'Fred who fails')
  await page.route('**/api/submissions/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await open()
  await review.getByLabel('Feedback').fill('Which park?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByRole('alert')).toContainText('Rejecting the proof of')
  await expect(review.getByRole('alert')).toContainText('There was no connection')
  await expect(review.getByLabel('Feedback')).toHaveValue('Which park?')
  await page.unroute('**/api/submissions/*')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Submission rejected')
  await expect(review).toBeHidden()
})

import type { Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import { expect, signIn, test, toastOf, type Visitor } from './fixtures.ts'
import { newImageSubmission, newSubmission } from './task-fixtures.ts'

const approve = { name: 'Approve and pay 30 CENTS' }

/** Creates tasks of one poster with one pending submission each, oldest first. */
async function newSubmissions(poster: Visitor, doer: Visitor, titles: string[]) {
  const made: Awaited<ReturnType<typeof newSubmission>>[] = []
  for (const title of titles) made.push(await newSubmission(poster.person, doer.person, title))
  return made
}

async function openQueue(page: Page) {
  await signIn(page)
  await page.goto('/dashboard?tab=created')
  await page.getByRole('link', { name: 'Review one by one' }).click()
  return page.getByRole('dialog')
}

test('The review queue moves to the next submission, keeps its id in the URL and adds up the approved CENTS', async ({
  site,
}) => {
  const poster = await site.newVisitor('Quinn with a queue')
  const doer = await site.newVisitor('Dora the doer')
  const [first, second, third] = await newSubmissions(poster, doer, ['Queue one', 'Queue two', 'Queue three'])
  const { page } = poster
  const before = await doer.person.balance()
  const review = await openQueue(page)
  await expect(review.getByRole('heading', { name: 'Queue one' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`review=${first?.submission.id}&queue=on`))
  await expect(review).toContainText('2 more after this')

  await review.getByRole('button', approve).click()
  await expect(review.getByRole('heading', { name: 'Queue two' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`review=${second?.submission.id}&queue=on`))
  await expect(review).toContainText('1 more after this, 30 CENTS approved in this session (1)')

  await review.getByLabel('Feedback').fill('Which park?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByRole('heading', { name: 'Queue three' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`review=${third?.submission.id}&queue=on`))
  await expect(review).toContainText('The last one, 30 CENTS approved in this session (1)')

  await review.getByRole('button', approve).click()
  await expect(review.getByRole('heading', { name: 'Everything is reviewed' })).toBeVisible()
  await expect(review).toContainText('60 CENTS')
  await expect(review).toContainText(/Paid\s*60 CENTS/)
  expect((await doer.person.balance()) - before).toBe(toBaseUnits(60))
  await review.getByRole('button', { name: 'Close' }).last().click()
  await expect(review).toBeHidden()
  await expect(page).toHaveURL('/dashboard?tab=created')
})

test('Review keys work outside text fields only, and can be turned off and on', async ({ site }) => {
  const poster = await site.newVisitor('Kira with keys')
  const doer = await site.newVisitor('Dirk the doer')
  const [, , third] = await newSubmissions(poster, doer, ['Keys one', 'Keys two', 'Keys three'])
  const { page } = poster
  await page.clock.install()
  const review = await openQueue(page)
  const title = (name: string) => review.getByRole('heading', { name })
  const press = async (key: string) => {
    await page.clock.runFor(600) // keys are ignored for half a second after a submission is shown
    await page.keyboard.press(key)
  }
  await expect(title('Keys one')).toBeVisible()
  await press('j')
  await expect(title('Keys two')).toBeVisible()
  await press('k')
  await expect(title('Keys one')).toBeVisible()
  await press('ArrowLeft')
  await expect(title('Keys three')).toBeVisible()

  await press('r')
  const feedback = review.getByLabel('Feedback')
  await expect(feedback).toBeFocused()
  await page.keyboard.type('jar, key, a')
  await expect(feedback).toHaveValue('jar, key, a')
  await expect(title('Keys three')).toBeVisible()
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(title('Keys one')).toBeVisible()
  expect(
    await doer.person.call('GET /api/submissions/{id}', { id: third?.submission.id ?? '' }),
  ).toMatchObject({ status: 'rejected', reviewNotes: 'jar, key, a' })

  await review.getByRole('button', { name: 'Turn these keys off' }).click()
  await press('a')
  await press('j')
  await expect(title('Keys one')).toBeVisible()
  await page.reload()
  await expect(title('Keys one')).toBeVisible()
  await review.getByRole('button', { name: 'Turn the review keys on' }).click()
  await press('a')
  await expect(title('Keys two')).toBeVisible()
  await expect(review).toContainText('30 CENTS approved in this session')
})

test('Outside the queue, the review dialog closes after a rejection although other submissions are pending', async ({
  site,
}) => {
  const poster = await site.newVisitor('Sina who opens one')
  const doer = await site.newVisitor('Dag the doer')
  await newSubmissions(poster, doer, ['Single one', 'Single two'])
  const { page } = poster
  await signIn(page)
  await page.goto('/dashboard?tab=created')
  await page.getByRole('link', { name: 'Review Submission' }).first().click()
  const review = page.getByRole('dialog')
  await review.getByLabel('Feedback').fill('Which park?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Submission rejected')
  await expect(toastOf(page)).toContainText('The submission was rejected and the user was notified.')
  await expect(review).toBeHidden()
})

test('The review buttons are in the viewport on desktop and phone, and so is the receipt on a phone', async ({
  site,
}) => {
  const poster = await site.newVisitor('Rae with a long review')
  const doer = await site.newApiUser()
  const { submission } = await newImageSubmission(
    poster.person,
    doer,
    `Reach ${Date.now()}`,
    'It was raining. '.repeat(60),
  )
  const { page } = poster
  await signIn(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/dashboard?review=${submission.id}`)
    const review = page.getByRole('dialog')
    await expect(review.getByRole('img', { name: /as proof/ })).toBeVisible()
    for (const name of [approve.name, 'Reject'])
      await expect(review.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(review.getByLabel('Feedback')).toBeInViewport({ ratio: 1 })
    await review.getByRole('button', { name: 'Reject' }).click()
    await expect(review.getByLabel('Feedback')).toBeFocused()
    await expect(review.getByRole('button', { name: 'Requirements not met' })).toBeInViewport({ ratio: 1 })
    await expect(review.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 })
  }
  const review = page.getByRole('dialog')
  await review.getByRole('button', approve).click()
  await expect(review.getByRole('button', { name: /Copy transaction hash/ })).toBeInViewport({ ratio: 1 })
})

import type { Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { expect, type Site, signIn, test, toastOf, type Visitor } from './fixtures.ts'
import { newSubmission, newTask, uploadPicture } from './task-fixtures.ts'

const approve = { name: 'Approve and pay 30 CENTS' }

/** Creates tasks of one poster with one pending submission each, oldest first. */
async function newSubmissions(poster: Visitor, doer: Visitor, titles: string[]) {
  const made: Awaited<ReturnType<typeof newSubmission>>[] = []
  for (const title of titles) made.push(await newSubmission(poster.person, doer.person, title))
  return made
}

/** Creates ten pending submissions: links, pictures, short texts and texts of several screens. */
async function newTenSubmissions(site: Site, poster: ApiUser) {
  const sentence = 'Four benches by the pond, and two more by the gate. '
  // A newcomer may have three submissions waiting.
  const doers = [1, 2, 3, 4].map(() => site.newApiUser())
  for (let count = 0; count < 10; count += 4) {
    const { id: taskId } = await newTask(poster, `Ten proofs ${count} ${Date.now()}`, 'mixed')
    const [first, second, third, fourth] = await Promise.all(doers)
    if (!first || !second || !third || !fourth) throw new Error('Four doers are needed')
    await first.call('POST /api/submissions', { taskId, proofText: `Four, by gate ${count}.` })
    await second.call('POST /api/submissions', { taskId, proofLink: `https://example.org/${count}` })
    if (count === 8) return
    const proofText = sentence.repeat(90 + count)
    await third.call('POST /api/submissions', { taskId, proofText, notes: sentence.repeat(40) })
    const proofFileUrl = await uploadPicture(fourth)
    await fourth.call('POST /api/submissions', { taskId, proofFileUrl })
  }
}

async function openQueue(page: Page) {
  await signIn(page, '/dashboard?tab=created')
  await page.getByRole('link', { name: 'Review one by one' }).click()
  return page.getByRole('dialog')
}

test('The review queue counts the submissions, stops at its ends, keeps its position in the URL and adds up the approved CENTS', async ({
  site,
}) => {
  const poster = await site.newVisitor('Quinn with a queue')
  const doer = await site.newVisitor('Dora the doer')
  const [first, second, third] = await newSubmissions(poster, doer, ['Queue one', 'Queue two', 'Queue three'])
  const { page } = poster
  const before = await doer.person.balance()
  const review = await openQueue(page)
  const previous = review.getByRole('button', { name: 'Previous' })
  const next = review.getByRole('button', { name: 'Next' })
  await expect(review.getByRole('heading', { name: 'Queue one' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`review=${first?.submission.id}&queue=on`))
  await expect(review.getByRole('status').filter({ hasText: '1 of 3' })).toBeVisible()
  await expect(previous).toBeDisabled()
  await next.click()
  await next.click()
  await expect(review).toContainText('3 of 3')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await previous.click()
  await previous.click()
  await expect(review).toContainText('1 of 3')
  await review.getByLabel('Feedback').fill('Which pond?')
  await next.click()
  await expect(review.getByLabel('Feedback')).toHaveValue('')
  await review.getByLabel('Feedback').fill('Which park?')
  await previous.click()
  await expect(review.getByLabel('Feedback')).toHaveValue('Which pond?')
  await review.getByLabel('Feedback').fill('')

  await review.getByRole('button', approve).click()
  await expect(review.getByRole('heading', { name: 'Queue two' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`review=${second?.submission.id}&queue=on`))
  await expect(review).toContainText('2 of 3, 30 CENTS approved in this session (1)')

  await expect(review.getByLabel('Feedback')).toHaveValue('Which park?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByRole('heading', { name: 'Queue three' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`review=${third?.submission.id}&queue=on`))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toBe('{}')
  await previous.click()
  await expect(review).toContainText('Which park?')
  await review.getByRole('button', { name: 'Next submission (1 left)' }).click()

  await review.getByRole('button', approve).click()
  await expect(review).toContainText('3 of 3, 60 CENTS approved in this session (2)')
  await expect(review).toContainText(/Paid.*Transaction/s)
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
  const { keyboard } = page
  const review = await openQueue(page)
  const title = (name: string) => review.getByRole('heading', { name })
  await expect(title('Keys one')).toBeVisible()
  await expect(review.getByText('J next')).toBeVisible()
  await keyboard.press('j')
  await expect(title('Keys two')).toBeVisible()
  await keyboard.press('j')
  await expect(title('Keys three')).toBeVisible()

  await review.getByLabel('Feedback').focus()
  await keyboard.type('jar, key, a1')
  await expect(review.getByLabel('Feedback')).toHaveValue('jar, key, a1')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(title('Keys one')).toBeVisible()
  await expect
    .poll(() => doer.person.call('GET /api/submissions/{id}', { id: third?.submission.id ?? '' }))
    .toMatchObject({ status: 'rejected', reviewNotes: 'jar, key, a1' })

  await review.getByRole('button', { name: 'Turn these keys off' }).click()
  await expect(review.getByRole('button', approve)).toBeEnabled()
  await keyboard.press('a')
  await keyboard.press('j')
  await expect(title('Keys one')).toBeVisible()
  await page.reload()
  await expect(title('Keys one')).toBeVisible()
  await review.getByRole('button', { name: 'Turn the review keys on' }).click()
  await expect(review.getByRole('button', approve)).toBeEnabled()
  await keyboard.press('a')
  await expect(title('Keys two')).toBeVisible()
  await expect(review).toContainText('30 CENTS approved in this session')
})

test('A reason typed after R is written into the feedback, and no letter of it approves or changes the proof', async ({
  site,
}) => {
  const poster = await site.newVisitor('Rhea who types a reason')
  const doer = await site.newApiUser()
  const made = [
    await newSubmission(poster.person, doer, 'Typed one'),
    await newSubmission(poster.person, doer, 'Typed two'),
  ]
  const { page } = poster
  const { keyboard } = page
  const review = await openQueue(page)
  const feedback = review.getByLabel('Feedback')
  await expect(review.getByRole('button', approve)).toBeEnabled()
  await keyboard.press('r')
  await keyboard.type('The time of day, Jack')
  await expect(feedback).toHaveValue('The time of day, Jack')
  await expect(feedback).toBeFocused()
  await feedback.fill('')
  await keyboard.press('Shift+Tab')
  await expect(review.locator('input[type=radio]:focus')).toHaveCount(1)
  await keyboard.type('a blurred picture')
  await expect(feedback).toHaveValue('a blurred picture')
  await keyboard.press('Shift+Tab')
  await keyboard.press('ArrowDown')
  await expect(review.getByRole('radio', { checked: true })).toBeFocused()
  await keyboard.press('Escape')
  await expect(review.getByRole('radio')).toHaveCount(0)
  await expect(review).toBeFocused()
  await expect(review.getByRole('heading', { name: 'Typed one' })).toBeVisible()
  await keyboard.press('r')
  await keyboard.press('Alt+1')
  await review.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(review.getByRole('heading', { name: 'Typed two' })).toBeVisible()
  await review.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(review.getByRole('radio', { checked: true })).toBeVisible()
  await keyboard.press('a')
  await expect(feedback).toHaveValue('a blurred picturea')
  await page.clock.install()
  await page.clock.runFor(10_000)
  for (const { submission } of made)
    expect(await doer.call('GET /api/submissions/{id}', { id: submission.id })).toMatchObject({
      status: 'pending',
    })
})

test('R, Alt with a digit, and Ctrl+Enter reject the only waiting proof with a reason for its kind, and the dialog closes', async ({
  site,
}) => {
  const poster = await site.newVisitor('Sina who opens one')
  const doer = await site.newVisitor('Dag the doer')
  const [only] = await newSubmissions(poster, doer, ['Single one'])
  const { page } = poster
  await signIn(page, '/dashboard?tab=created')
  await page.getByRole('link', { name: 'Review it' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('button', approve)).toBeEnabled()
  await expect(review.getByText('A approve')).toBeVisible()
  await expect(review.getByText('J next')).toHaveCount(0)
  await expect(review.getByRole('radio')).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(review.getByRole('radio', { name: 'The link does not open' })).toHaveCount(0)
  await page.keyboard.press('Alt+3')
  await expect(review.getByRole('radio', { name: 'The text is not complete' })).toBeChecked()
  await expect(review.getByLabel('Feedback')).toHaveValue('')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(toastOf(page)).toContainText('Submission rejected')
  await expect(toastOf(page)).toContainText('The submission was rejected and the user was notified.')
  await expect(review).toBeHidden()
  expect(
    await doer.person.call('GET /api/submissions/{id}', { id: only?.submission.id ?? '' }),
  ).toMatchObject({ status: 'rejected', reviewNotes: 'The text is not complete' })
})

test('Over ten proofs of different kinds the review buttons stay in place and whole, and ten reviews take eleven actions', async ({
  site,
}) => {
  test.slow()
  const poster = await site.newVisitor('Rae with ten proofs')
  await newTenSubmissions(site, poster.person)
  const { page } = poster
  let review = await openQueue(page)
  const boxes = () =>
    Promise.all(
      [approve, { name: 'Reject' }].map(async (named) => {
        await expect(review.getByRole('button', named)).toBeInViewport({ ratio: 1 })
        return review.getByRole('button', named).boundingBox()
      }),
    )
  const sizes = [
    [1440, 900],
    [844, 390],
    [720, 450], // a window of 1440 × 900 at 200 % zoom
    [667, 375],
    [390, 450],
    [640, 360],
    [320, 640],
  ] as const
  for (const [run, [width, height]] of sizes.entries()) {
    await page.setViewportSize({ width, height })
    const found: unknown[] = []
    for (let step = 0; step < 10; step++) {
      await expect(review).toContainText(`${run % 2 === 0 ? step + 1 : 10 - step} of 10`)
      found.push(await boxes())
      await expect(review.getByLabel('Feedback')).toBeInViewport({ ratio: 1 })
      await page.keyboard.press(run % 2 === 0 ? 'j' : 'k')
    }
    expect(new Set(found.map((each) => JSON.stringify(each))).size, `${width} × ${height}`).toBe(1)
    await page.keyboard.press('r')
    await expect(review.getByLabel('Feedback')).toBeFocused()
    expect(await boxes(), `${width} × ${height} with reasons`).toEqual(found[0])
    // Another proof closes the reasons.
    await review.getByRole('button', { name: run % 2 === 0 ? 'Previous' : 'Next' }).click()
    await expect(review).toContainText(`${run % 2 === 0 ? 9 : 2} of 10`)
    // The keys belong to the proof, which may still be loading.
    await expect(review.getByLabel('Feedback')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press(run % 2 === 0 ? 'j' : 'k')
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  review = await openQueue(page)
  let actions = 1
  for (; actions <= 10; actions++) {
    await expect(review).toContainText(`${actions} of 10`)
    await expect(review.getByRole('button', approve)).toBeEnabled()
    await page.keyboard.press('a')
  }
  await expect(review).toContainText('10 of 10, 300 CENTS approved in this session (10)')
  expect(actions).toBe(11)
})

import { expectAccessible } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'
import { withoutNews } from './network-faults.ts'
import { screenshot } from './screenshots.ts'
import { newDoer, newSubmission, newTask, seePayment, untilFound } from './task-fixtures.ts'

test('Task cards show the viewer’s own state, the kind of proof and the time left, with one request for all cards', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Stan with states')
  const poster = await site.newApiUser()
  const stamp = `States ${Date.now()}`
  const paid = await newSubmission(poster, person, `${stamp} paid`)
  const rejected = await newSubmission(poster, person, `${stamp} rejected`)
  await newSubmission(poster, person, `${stamp} pending`)
  await newTask(person, `${stamp} own`, 'link')
  await newTask(poster, `${stamp} new`, 'mixed')
  const feedback = 'Which park?'
  await poster.call('PATCH /api/submissions/{id}', { id: paid.submission.id, status: 'approved' })
  await poster.call('PATCH /api/submissions/{id}', {
    id: rejected.submission.id,
    status: 'rejected',
    feedback,
  })
  const recipientId = paid.submission.userId
  await expect(async () => {
    const release = { taskId: paid.task.id, recipientId }
    expect((await poster.call('POST /api/blockchain/release-reward', release)).status).toBe('paid')
  }).toPass()

  await seePayment(person)
  await signIn(page)
  await withoutNews(page) // news of the payment would make the page ask again
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/tasks?q=${encodeURIComponent(stamp)}&done=show`)
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(5)
  for (const [title, state] of [
    ['paid', 'Paid'],
    ['rejected', 'Rejected'],
    ['pending', 'Submitted'],
    ['own', 'Yours'],
  ] as const)
    await expect(
      cards.filter({ hasText: `${stamp} ${title}` }).getByText(state, { exact: true }),
    ).toBeVisible()
  const fresh = cards.filter({ hasText: `${stamp} new` })
  await expect(fresh.getByText(/^(Paid|Rejected|Submitted|Yours)$/)).toHaveCount(0)
  await expect(fresh).toContainText('Proof: Link, text or file')
  await expect(fresh).toContainText('29 days left')
  expect(asked.filter((path) => path === '/api/user/completed-tasks')).toHaveLength(1)
  expect(asked.filter((path) => /^\/api\/(tasks\/|submissions)/.test(path))).toEqual([])
  await expectAccessible(page, 'cards with states')
})

test('After Load More the first new task has the focus, also when no button is left, and the new number is announced', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Lou who loads more')
  const stamp = `Many ${Date.now()}`
  for (let index = 0; index < 10; index++) await newTask(person, `${stamp} number ${index}`)
  await untilFound(person, stamp, 10)
  await page.goto(`/tasks?q=${encodeURIComponent(stamp)}`)
  const main = page.getByRole('main')
  const shown = main.getByRole('status').filter({ hasText: 'shown, ' })
  const more = page.getByRole('button', { name: 'Load More' })
  await expect(shown).toHaveText('First 9 tasks shown, newest first')
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(shown).toHaveText('10 tasks shown, newest first')
  await expect(main.getByRole('link', { name: `${stamp} number 0` })).toBeFocused()

  // The server cannot know that no later task matches, so the last page may be empty.
  await page.goto('/tasks')
  await page.route('**/api/tasks?*cursor=*', (route) => route.fulfill({ json: [] }))
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(shown).toBeFocused()
})

test('A search goes on by itself for three requests and shows its progress, then Load More continues it', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Sasha who searches', { unregistered: true })
  let asked = 0
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/tasks?q=*', async (route) => {
    asked++
    if (asked % 3 === 2) await gates[asked < 3 ? 0 : 1]?.promise
    const headers = { link: `</api/tasks?cursor=${asked}>; rel="next"` }
    await route.fulfill(asked === 6 ? { json: [] } : { json: [], headers })
  })
  await page.goto('/tasks?q=rare')
  const main = page.getByRole('main')
  await expect(main.getByText('Searching… 0 found so far')).toBeVisible()
  gates[0]?.resolve()
  await expect(main.getByRole('heading', { name: 'No tasks found so far' })).toBeVisible()
  expect(asked).toBe(3)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(main.getByText('Searching… 0 found so far')).toBeVisible()
  gates[1]?.resolve()
  await expect(main.getByRole('heading', { name: 'No tasks found', exact: true })).toBeVisible()
  expect(asked).toBe(6)
})

test('Sorting keeps the focus and announces the order, and clearing filters or the search moves the focus and announces the number', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Cleo who clears', { unregistered: true })
  await page.goto('/tasks')
  const main = page.getByRole('main')
  const shown = main.getByRole('status').filter({ hasText: 'shown, ' })
  const sort = main.getByLabel('Sort by')
  await sort.focus()
  await sort.selectOption('Highest reward')
  await expect(shown).toHaveText('First 9 tasks shown, highest reward')
  await expect(sort).toBeFocused()
  const clear = main.getByRole('button', { name: 'Clear filters' })
  await clear.focus()
  await page.keyboard.press('Enter')
  await expect(shown).toBeFocused()
  await expect(shown).toHaveText('First 9 tasks shown, newest first')

  const search = main.getByLabel('Search tasks')
  await search.fill('nothing-is-called-this')
  await expect(shown).toHaveText('0 tasks shown, newest first')
  await clear.last().click()
  await expect(shown).toBeFocused()
  await search.fill('nothing-is-called-this')
  // The button that browsers show in search fields would be left of the site's own button.
  const { width = 0, height = 0 } = (await search.boundingBox()) ?? {}
  for (const x of [44, 50, 56]) await search.click({ position: { x: width - x, y: height / 2 } })
  await expect(search).toHaveValue('nothing-is-called-this')
  await main.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toBeFocused()
  await expect(shown).toHaveText('First 9 tasks shown, newest first')
})

test('On a phone the first card is on the first screen, and a sheet with all filters changes the list', async ({
  site,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const { page } = await site.newVisitor('Phil with a phone', { browser: phone })
  await signIn(page, '/tasks')
  const main = page.getByRole('main')
  const first = main.getByRole('listitem').first()
  await expect(first.getByText('CENTS')).toBeInViewport({ ratio: 1 })
  const open = main.getByRole('button', { name: 'Filters', exact: true })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Sort by').selectOption('Highest reward')
  await sheet.getByLabel('Submission type').selectOption('Link')
  await sheet.getByLabel('Hide completed tasks').uncheck()
  await expect(page).toHaveURL(/\?sort=reward-high&type=link&done=show$/)
  await expectAccessible(page, 'all filters on a phone')
  await sheet.getByRole('button', { name: 'Show tasks' }).click()
  await expect(open).toBeFocused()
  await expect(main.getByText('3 active filters')).toBeVisible()
  await expect(first).toContainText('Proof: Link')
})

test('On a desktop the ticket stays in view beside the form for proof, under the poster’s picture, name and history', async ({
  site,
}) => {
  const { dialog, page, submit, task } = await newDoer(site, 'Dan at a desk', 'mixed')
  const ticket = dialog.getByText('Reward per proof')
  await page.route('**/api/tasks/*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, description: 'A long description.\n'.repeat(40) } })
  })
  await page.goto(`/tasks?id=${task.id}`)
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).toBeInViewport({ ratio: 1 })
  await expect(ticket).toBeInViewport({ ratio: 1 })
  expect((await submit.boundingBox())?.x).toBeLessThan((await ticket.boundingBox())?.x ?? 0)
  await expect(dialog.getByRole('heading', { name: 'Posted by' })).toContainText(/^[A-Z]/)
  await screenshot(page, 'form beside the ticket')
})

test('Placeholders of task cards are as high as cards', async ({ site }) => {
  const { page } = await site.newVisitor('Pim with placeholders', { unregistered: true })
  await page.route('**/api/tasks?*', () => {})
  await page.goto('/tasks')
  const height = async (selector: string) => (await page.locator(selector).first().boundingBox())?.height ?? 0
  await expect(page.getByRole('status').filter({ hasText: 'Loading tasks…' })).toBeAttached()
  const placeholder = await height('main section [role=status] .grid > div')
  await page.unroute('**/api/tasks?*')
  await page.reload()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
  expect(Math.abs((await height('main ul > li')) - placeholder)).toBeLessThan(32)
})

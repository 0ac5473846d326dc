import { expect, signIn, test } from './fixtures.ts'
import { failRequests } from './network-faults.ts'
import { newSubmission, newTask } from './task-fixtures.ts'

test('Reward, type and time filters narrow the task list, are counted and are kept over a reload', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Fay who filters')
  const [largest] = await person.call('GET /api/tasks', { sort: 'reward-high', limit: 1 })
  await page.goto('/tasks')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem')).toHaveCount(9)
  await main.getByText('More filters').click()
  const most = main.getByRole('slider', { name: 'Reward, at most' })
  await expect(most).toHaveAttribute('aria-valuetext', `${largest?.reward} CENTS`)
  const least = main.getByRole('slider', { name: 'Reward, at least' })
  await least.fill('390')
  await expect(page).toHaveURL(/minReward=390/)
  await expect(main.getByRole('listitem')).not.toHaveCount(9)
  for (const card of await main.getByRole('listitem').all())
    expect(Number((await card.innerText()).match(/([\d,]+)\s*CENTS/)?.[1]?.replace(',', ''))).toBeGreaterThan(
      389,
    )
  await expect(main.getByText('1 active filter')).toBeVisible()

  await main.getByLabel('Submission type').selectOption('Text')
  await expect(main.getByText('2 active filters')).toBeVisible()
  await page.reload()
  await expect(main.getByText('2 active filters')).toBeVisible()
  await expect(least).toHaveValue('390')
  await main.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(main.getByRole('listitem')).toHaveCount(9)
  await expect(page).toHaveURL(/\/tasks$/)

  await main.getByRole('slider', { name: 'Time, at most' }).fill('5')
  await expect(page).toHaveURL(/maxTime=5/)
  await expect(main.getByText('Hide completed tasks')).toHaveCount(0)
  // The previous tasks stay until the filtered ones have been loaded.
  await expect(async () => {
    for (const minutes of await main.getByText(/^~\d+ min$/).allInnerTexts())
      expect(Number(minutes.match(/\d+/)?.[0])).toBeLessThanOrEqual(5)
  }).toPass({ timeout: 10_000 })
})

test('Completed tasks are hidden from the doer until Hide completed tasks is unchecked', async ({ site }) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Hilde who did one')
  const stamp = Date.now()
  const { submission } = await newSubmission(poster, doer.person, `Hidden benches ${stamp} done`)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  await newTask(poster, `Hidden benches ${stamp} open`)
  const { page } = doer
  await signIn(page)
  await page.goto(`/tasks?q=${encodeURIComponent(`Hidden benches ${stamp}`)}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await expect(main.getByRole('listitem')).toContainText('open')
  const toggle = main.getByLabel('Hide completed tasks')
  await expect(toggle).toBeChecked()
  await toggle.uncheck()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await expect(main.getByText('2 active filters')).toBeVisible()
})

test('If the completed tasks cannot be loaded, an error is shown and the list shows all tasks', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Failing Fritz')
  await failRequests(page, '**/api/user/completed-tasks')
  await signIn(page)
  await page.goto('/tasks')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch completed tasks')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
})

test('Two filters changed at the same moment both filter the task list', async ({ site }) => {
  const { page } = await site.newVisitor('Quentin who is quick', { unregistered: true })
  await page.goto('/tasks')
  const selects = page.getByRole('search').getByRole('combobox')
  await expect(selects).toHaveCount(2)
  await selects.evaluateAll(
    (elements, values) => {
      elements.forEach((element, index) => {
        Object.assign(element, { value: values[index] })
        element.dispatchEvent(new Event('change', { bubbles: true }))
      })
    },
    ['Content', 'oldest'],
  )
  await expect(page).toHaveURL(/\?category=Content&sort=oldest$/)
  await expect(page.getByText('2 active filters')).toBeVisible()
})

test('A link clicked directly after typing a search opens its page, although the page loads slowly', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Lena who leaves', { unregistered: true })
  await page.goto('/tasks')
  await page.clock.install()
  let load = () => {}
  const loading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/assets\/leaderboard/, async (route) => {
    await loading
    await route.continue()
  })
  await page.getByLabel('Search tasks').fill('bench')
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click()
  await page.clock.runFor(1000)
  load()
  await expect(page.getByRole('heading', { name: 'Top earners' })).toBeVisible()
  await expect(page).toHaveURL(/\/leaderboard$/)
})

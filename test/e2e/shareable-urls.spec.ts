import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

/** Opens another page, then goes back, forward and back. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page.getByRole('heading', { name: 'Top earners' })).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Top earners' })).toBeVisible()
  await page.goBack()
}

test('A filtered task list is the same after Back, Forward, an opened task, a reload, and for a visitor with its URL', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Fred who filters')
  // Tasks of this test's own: other tests create tasks at the same time, which would change the list.
  const search = `Shareable ${Date.now()}`
  for (const reward of [20, 40, 30])
    await newTask(person, `${search} for ${reward}`, 'text', { category: 'Content', reward })
  await signIn(page, '/tasks')
  const main = page.getByRole('main')
  await main.getByLabel('Search tasks').fill(search)
  await expect(page).toHaveURL(/q=Shareable/) // a search is written into the URL later than other filters
  await main.getByLabel('Category').selectOption('Content')
  await expect(page).toHaveURL(/category=Content/)
  await main.getByLabel('Sort by').selectOption('Highest reward')
  await expect(page).toHaveURL(/sort=reward-high/)
  await main.getByText('More filters').click()
  await main.getByRole('slider', { name: 'Reward, at least' }).fill('10')
  await expect(page).toHaveURL(/minReward=10/)
  await main.getByRole('slider', { name: 'Time, at most' }).fill('60')
  await expect(page).toHaveURL(/maxTime=60/)
  await main.getByLabel('Submission type').selectOption('Text')
  await main.getByLabel('Hide completed tasks').uncheck()
  const all = '7 active filters'
  const same = async (on: Page) => {
    const list = on.getByRole('main')
    await expect(list.getByLabel('Search tasks')).toHaveValue(search)
    await expect(list.getByLabel('Category')).toHaveValue('Content')
    await expect(list.getByLabel('Sort by')).toHaveValue('reward-high')
    await expect(list.getByRole('slider', { name: 'Reward, at least' })).toHaveValue('10')
    await expect(list.getByRole('slider', { name: 'Time, at most' })).toHaveValue('60')
    await expect(list.getByLabel('Submission type')).toHaveValue('text')
    await expect(list.getByRole('status').filter({ hasText: 'tasks shown' })).toBeAttached()
    await expect(list.getByRole('listitem')).toHaveCount(3)
    const rewards = await list
      .getByRole('listitem')
      .getByText(/^[\d,]+ ?CENTS$/)
      .allInnerTexts()
    const amounts = rewards.map((text) => Number(text.replace(/\D/g, '')))
    expect(amounts).toEqual([40, 30, 20])
    return list.getByRole('listitem').getByRole('heading').allInnerTexts()
  }
  await expect(main.getByText(all)).toBeVisible()
  const titles = await same(page)
  const shared = page.url()
  await leaveAndReturn(page)
  await expect(main.getByText(all)).toBeVisible()
  expect(await same(page)).toEqual(titles)
  await main.getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(page.url()).toBe(shared)
  await page.reload()
  expect(await same(page)).toEqual(titles)

  const friend = await site.newVisitor('Fran who gets the link', { unregistered: true })
  await friend.page.goto(shared)
  await expect(friend.page.getByRole('main').getByText('6 active filters')).toBeVisible()
  expect(await same(friend.page)).toEqual(titles)
})

test('If code files are missing, as after a release, page and dialog offer a reload that works', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Rita after a release', { unregistered: true })
  await page.route(/\/assets\/(sign-in-dialogs|category-icons|leaderboard)/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('listitem').getByText('CENTS')).toHaveCount(6)
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByRole('alert')).toContainText('A part of this page could not be loaded')
  await page.unroute(/\/assets\/(sign-in-dialogs|category-icons|leaderboard)/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Featured Tasks' })).toBeVisible()
})

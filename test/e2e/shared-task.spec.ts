import { expect, test } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

test('Without scripts, a shared task is a readable page with the styles of the site and a link to all tasks', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Nora without scripts', {
    browser: { javaScriptEnabled: false },
  })
  const task = await newTask(person, `Shared benches ${Date.now()}`)
  await page.goto(`/t/${task.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: task.title, level: 1 })).toBeVisible()
  for (const text of ['30 CENTS', '5 of 5 places left', '15 min', task.description, task.requirements])
    await expect(main.getByText(text)).toBeVisible()
  await expect(main.locator('dl')).toHaveCSS('display', 'grid')
  await expect(main.getByRole('link')).toHaveAttribute('href', '/tasks')
})

test('The link of a task opens its dialog over the list, and closing it leads to the list', async ({
  site,
  baseURL,
}) => {
  const { page, person } = await site.newVisitor('Selma who was sent a link')
  const task = await newTask(person, `Sent benches ${Date.now()}`)
  await page.goto('/about')
  await page.goto(`/t/${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Share on X' })).toHaveAttribute(
    'href',
    new RegExp(`url=${encodeURIComponent(`${baseURL}/t/${task.id}`)}`),
  )
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL('/tasks')
  await expect(page.getByRole('heading', { name: 'Available Tasks' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('The link of no task says so, before and after the app has started', async ({ site }) => {
  const { page } = await site.newVisitor('Nils with a wrong link', { unregistered: true })
  const answer = await page.goto('/t/01ARZ3NDEKTSV4RRFFQ69G5FAV')
  expect(answer?.status()).toBe(404)
  expect(await answer?.text()).toContain('This task is not here')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'This task is not here' })).toBeVisible()
})

import { expect, signIn, signInWithoutWallet, test, toastOf } from './fixtures.ts'
import { failRequests, respondWithHtml } from './network-faults.ts'
import { newTask } from './task-fixtures.ts'

test('The home page has an empty state, and the home and task pages have an error state', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Nell who finds nothing', { unregistered: true })
  const main = page.getByRole('main')
  await page.route('**/api/tasks*', (route) => route.fulfill({ json: [] }))
  await page.goto('/')
  await expect(main.getByRole('heading', { name: 'No tasks found' })).toBeVisible()
  await expect(main).toContainText('No tasks available at the moment.')
  await page.evaluate('collectTexts()') // no other test shows this text
  await failRequests(page, '**/api/tasks*')
  for (const path of ['/', '/tasks']) {
    await page.goto(path)
    await expect(main.getByRole('heading', { name: 'Error loading tasks' })).toBeVisible()
    await expect(main).toContainText('Failed to load tasks. Please try again later.')
  }
  await page.goto('/nowhere')
  await expect(main.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('The task dialog tells apart a failed request, an unreadable response and a failed submission status', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Flo whose answers get lost')
  const task = await newTask(poster, `Lost benches ${Date.now()}`)
  const { page } = doer
  const dialog = page.getByRole('dialog')
  await signInWithoutWallet(doer.page)
  await failRequests(page, `**/api/tasks/${task.id}`)
  await page.goto(`/about?id=${task.id}`)
  await expect(dialog.getByRole('heading', { name: 'Failed to fetch task' })).toBeVisible()
  await respondWithHtml(page, `**/api/tasks/${task.id}`)
  await page.reload()
  await expect(dialog).toContainText('An unexpected error occurred')
  await page.unroute(`**/api/tasks/${task.id}`)
  await failRequests(page, '**/user-submission')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading', { name: 'Failed to check submission status' })).toBeVisible()
})

test('A signed-out visitor is told to log in for creating a task, the approvals and the profile', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Stan who is a stranger', { unregistered: true })
  await page.goto('/?create=task')
  await expect(toastOf(page)).toContainText('Authentication required')
  await expect(toastOf(page)).toContainText('You must be logged in to create tasks.')
  for (const [path, title, text] of [
    ['/approvals', 'Authentication Required', 'Please log in to view the approvals page.'],
    ['/profile', 'Not Authenticated', 'Please log in to view your profile'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('main').getByRole('status')).toHaveText(`${title}${text}`)
  }
})

test('Retry loads a dashboard that failed, its empty tabs say so, and a failed logout keeps the page', async ({
  site,
}) => {
  const visitor = await site.newVisitor('Dot whose dashboard fails')
  const { page } = visitor
  await signInWithoutWallet(visitor.page)
  await failRequests(page, '**/api/user/summary')
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible()
  await expect(main).toContainText('We encountered an error while loading your dashboard data.')
  await page.unroute('**/api/user/summary')
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(main.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
  await main.getByRole('tab', { name: /My Submissions/ }).click()
  await expect(main.getByRole('heading', { name: 'No submissions found' })).toBeVisible()
  await main.getByRole('tab', { name: /Tasks Created/ }).click()
  await expect(main.getByRole('heading', { name: 'No tasks found' })).toBeVisible()
  await failRequests(page, '**/api/logout')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(toastOf(page)).toContainText('Logout failed')
  await expect(main.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
})

test('The admin lists have empty states, and records with missing data are shown by their ids', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  const main = page.getByRole('main')
  await page.route('**/api/admin/overview', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, categories: [], recent: [] } })
  })
  const lists = /\/api\/(admin\/(users|tasks)|reviews)/
  await page.route(lists, (route) => route.fulfill({ json: [] }))
  for (const [tab, empty] of [
    ['overview', 'No submissions found'],
    ['overview', 'No categories found'],
    ['users', 'No users found'],
    ['tasks', 'No tasks found'],
    ['submissions', 'No submissions found'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`)
    await expect(main.getByRole('heading', { name: empty })).toBeVisible()
  }
  await page.unroute(lists)
  const strange = { id: 'AB12', taskId: 'CD34', userId: 'EF56', notes: null, status: 'pending', task: null }
  await page.route('**/api/reviews*', (route) => route.fulfill({ json: [strange] }))
  const change = (path: string, changes: object) =>
    page.route(path, async (route) => {
      const [first] = await (await route.fetch()).json()
      await route.fulfill({ json: [{ ...first, ...changes }] })
    })
  await change('**/api/admin/tasks', { isActive: false })
  await change('**/api/admin/users', { walletAddress: null })
  await page.goto('/approvals')
  await expect(main.getByRole('heading', { name: 'Task #CD34' })).toBeVisible()
  await expect(main.getByText('N/A', { exact: true })).toBeVisible()
  await page.goto('/admin?tab=tasks')
  await expect(main.getByRole('row').nth(1)).toContainText('Closed')
  await page.goto('/admin?tab=users')
  await expect(main.getByRole('row').nth(1)).toContainText('Not connected')
})

test('If the account cannot be loaded, the dashboard and the form for a task say so, and Retry shows the dashboard', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Rae whose server is down')
  await signIn(page, '/dashboard')
  await failRequests(page, '**/api/user')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your account could not be loaded' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard?create=task')
  await expect(toastOf(page)).toContainText('Your account could not be loaded')
  await expect(page).toHaveURL('/dashboard')
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
})

import type { Page } from '@playwright/test'
import { expect, paidDialog, signIn, test } from './fixtures.ts'
import { newSubmission, newTask } from './task-fixtures.ts'

/** The number of connections to /live that a page has open. */
function countConnections(page: Page) {
  let open = 0
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/live')) return
    open++
    socket.on('close', () => open--)
  })
  return () => open
}

/** Waits until the page has a connection, after which it compares what it has received. */
const connected = (page: Page) => page.waitForResponse('**/api/news')

test('A new proof is shown to the poster, and a payment to the doer, without a reload', async ({ site }) => {
  const [poster, doer] = [
    await site.newVisitor('Pam who posts'),
    await site.newVisitor('Dan who does', { keepsPaidDialog: true }),
  ]
  const task = await newTask(poster.person, `Live benches ${Date.now()}`)
  for (const { page } of [poster, doer]) {
    await signIn(page)
    const isConnected = connected(page)
    await page.goto('/dashboard?tab=created')
    await isConnected
  }
  const { id } = await doer.person.call('POST /api/submissions', { taskId: task.id, proofText: 'Nine.' })
  await expect(poster.page.getByText('1 submission waiting for your review.')).toBeVisible()
  await expect(poster.page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
  await poster.person.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
  await expect(paidDialog(doer.page)).toContainText('30 CENTS')
  // The dialog hides the page from getByRole.
  await expect(doer.page.locator('main')).toContainText('Total earned30')
  await expect(poster.page.getByText('waiting for your review.')).toHaveCount(0)
})

test('The tabs of a browser share one connection, and when its tab is closed the next one connects', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Tia with tabs')
  const doer = await site.newApiUser()
  const task = await newTask(person, `Shared benches ${Date.now()}`)
  await signIn(page)
  // The page on which the person signed in may be about to connect too.
  await page.goto('about:blank')
  const other = await page.context().newPage()
  const tabs = [page, other].map((tab) => ({ tab, count: countConnections(tab) }))
  for (const { tab } of tabs) {
    const isConnected = connected(tab)
    await tab.goto('/dashboard?tab=created')
    await isConnected
  }
  expect(tabs.map(({ count }) => count())).toEqual([1, 0])
  await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Nine.' })
  for (const { tab } of tabs)
    await expect(tab.getByText('1 submission waiting for your review.')).toBeVisible()
  await page.close()
  await expect.poll(() => tabs[1]?.count()).toBe(1)
  await newSubmission(person, await site.newApiUser(), `More shared benches ${Date.now()}`)
  await expect(other.getByText('2 submissions waiting for your review.')).toBeVisible()
})

test('A page that lost a message corrects itself when it is shown again, and one whose connection ended connects again', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Lou who loses messages')
  const doer = await site.newApiUser()
  const task = await newTask(person, `Lost benches ${Date.now()}`)
  await signIn(page)
  let isLosing = true
  let end = () => {}
  await page.routeWebSocket('**/live', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isLosing) socket.send(message)
    })
    end = () => void socket.close()
  })
  const isConnected = connected(page)
  await page.goto('/dashboard?tab=created')
  await isConnected
  await expect(page.getByText('No submissions yet.')).toBeVisible()
  await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Nine.' })
  await expect.poll(async () => (await person.call('GET /api/news', {})).messages).toBeGreaterThan(1)
  await expect(page.getByText('No submissions yet.')).toBeVisible()
  isLosing = false
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await expect(page.getByText('1 submission waiting for your review.')).toBeVisible()

  const isBack = connected(page)
  end()
  await isBack
  await newSubmission(person, await site.newApiUser(), `More lost benches ${Date.now()}`)
  await expect(page.getByText('2 submissions waiting for your review.')).toBeVisible()
})

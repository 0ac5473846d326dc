import { expect, signIn, signInWithWallet, test, toastOf } from './fixtures.ts'
import { newTask, untilFound } from './task-fixtures.ts'

test('A task card shows category, reward, time, due date and completions, and clamps title and description', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Cara with cards')
  const title = `Clamped ${Date.now()} ${'and on and on '.repeat(12)}`.trim()
  await newTask(person, title, 'text', {
    description: 'A sentence that goes on for a while, so that the card has to stop. '.repeat(8),
    category: 'Design',
    reward: 7,
    maxCompletions: 3,
    estimatedTime: 45,
    deadline: new Date(Date.now() + 20 * 86_400_000).toISOString(),
  })
  await untilFound(person, title.slice(0, 30))
  await page.goto(`/tasks?q=${encodeURIComponent(title.slice(0, 30))}`)
  const card = page.getByRole('main').getByRole('listitem')
  for (const words of ['Design', '7 CENTS', '~45 min', '0 / 3 done']) await expect(card).toContainText(words)
  await expect(card.getByText(/^Due [A-Z][a-z]{2} \d{1,2}$/)).toBeVisible()
  await expect(card.locator('svg.lucide-palette')).toBeVisible()
  await expect(card.getByText('Clamped')).toHaveCSS('-webkit-line-clamp', '2')
  await expect(card.getByText('A sentence that goes on')).toHaveCSS('-webkit-line-clamp', '3')
})

test('A tooltip opens after 700 ms, or at once within 300 ms of another tooltip', async ({ site }) => {
  const { page } = await site.newVisitor('Tilda with a mouse', { unregistered: true })
  await page.clock.install()
  await page.goto('/tasks')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(9)
  await page.clock.pauseAt(Date.now() + 60_000)
  const point = (index: number) => cards.nth(index).getByRole('link').hover()
  const tip = (index: number) => cards.nth(index).getByRole('tooltip')
  await point(0)
  await page.clock.runFor(690)
  await expect(tip(0)).toBeHidden()
  await page.clock.runFor(20)
  await expect(tip(0)).toBeVisible()
  await expect(tip(0)).toContainText('Held in escrow')
  const card = await cards.first().boundingBox()
  expect((await tip(0).boundingBox())?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0))
  await page.mouse.move(2, 2)
  await expect(tip(0)).toBeHidden()
  await page.clock.runFor(200)
  await point(1)
  await page.clock.runFor(10)
  await expect(tip(1)).toBeVisible()
  await page.mouse.move(2, 2)
  await page.clock.runFor(310)
  await point(2)
  await page.clock.runFor(10)
  await expect(tip(2)).toBeHidden()
})

test('Without a connection the dashboard asks for news every 5 seconds, and reads its data again only if there are news', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Pia with patience')
  const doer = await site.newApiUser()
  const task = await newTask(person, `Polled benches ${Date.now()}`)
  await signIn(page)
  await page.routeWebSocket('**/live', (socket) => socket.close())
  let messages = 5
  await page.route('**/api/news', (route) => route.fulfill({ json: { messages, age: null } }))
  await page.clock.install()
  await page.goto('/dashboard?tab=created')
  // With a paused clock the data would not be shown.
  await expect(page.getByText('No submissions yet.')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const poll = async () => {
    const answered = page.waitForResponse('**/api/news')
    await page.clock.runFor(5100)
    await answered
  }
  await poll()
  await poll()
  expect(asked).toEqual(['/api/news', '/api/news'])
  await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Eleven.' })
  await expect.poll(async () => (await person.call('GET /api/user/summary', {})).toReview).toBe(1)
  messages++
  await poll()
  await page.clock.resume()
  await expect(page.getByText('1 submission waiting for your review.')).toBeVisible()
})

test('A toast is 420 px wide, closes after 5 seconds, and closes by a swipe of 50 px to the right', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Toni who toasts')
  await signInWithWallet(page)
  await expect(toastOf(page)).toContainText('Authentication successful')
  await page.clock.install()
  await page.goto('/dashboard')
  const disconnect = page.getByRole('button', { name: 'Disconnect' })
  // Until all data are shown, nothing on the page can be clicked, and with a paused clock they would never be.
  await disconnect.click({ trial: true })
  // Otherwise the time that this test takes is added to the time that it advances.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await disconnect.click()
  await page.clock.runFor(300)
  await expect(toastOf(page)).toContainText('Wallet disconnected')
  await expect(toastOf(page)).toHaveCount(1)
  const viewport = await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('list')
    .boundingBox()
  expect(viewport?.width).toBe(420)
  await page.mouse.move(5, 400)
  await page.clock.runFor(4500)
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(1000)
  await expect(toastOf(page)).toHaveCount(0)
  await page.clock.resume()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(toastOf(page)).toContainText('Logged out successfully')
  const box = await toastOf(page).boundingBox()
  if (!box) throw new Error('The toast has no place')
  const swipe = async (by: number) => {
    await page.mouse.move(box.x + 60, box.y + 20)
    await page.mouse.down()
    for (let x = 10; x <= by; x += 10) await page.mouse.move(box.x + 60 + x, box.y + 20)
    await page.mouse.up()
  }
  await swipe(40)
  await page.clock.runFor(300)
  await expect(toastOf(page)).toHaveCount(1)
  await swipe(70)
  await page.clock.runFor(300)
  await expect(toastOf(page)).toHaveCount(0)
})

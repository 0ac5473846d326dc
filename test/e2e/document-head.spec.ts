import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

const description = (page: Page) => page.locator('meta[name="description"]')
const canonical = (page: Page) => page.locator('link[rel="canonical"]')

test('Each of five pages has its own description, a canonical URL and an og:title', async ({
  site,
  baseURL,
}) => {
  const { page } = await site.newVisitor('Rhea who reads')
  const told: (string | null)[] = []
  for (const path of ['/', '/tasks?type=text', '/leaderboard', '/about', '/auth']) {
    await page.goto(path)
    await expect(canonical(page)).toHaveAttribute('href', `${baseURL}${path.replace(/\?.*/, '')}`)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', await page.title())
    told.push(await description(page).getAttribute('content'))
  }
  expect(new Set(told).size).toBe(told.length)
})

test('Search engines are told not to list the pages of signed-in people, and only these', async ({
  request,
}) => {
  const listed: Record<string, boolean> = {}
  for (const path of ['/', '/tasks', '/about', '/dashboard', '/approvals', '/admin', '/profile'])
    listed[path] = !(await (await request.get(path)).text()).includes('content="noindex"')
  expect(Object.keys(listed).filter((path) => listed[path])).toEqual(['/', '/tasks', '/about'])
})

test('While a task dialog is open, title, description and canonical URL are those of the task', async ({
  site,
  baseURL,
}) => {
  const { page, person } = await site.newVisitor('Olga who shares')
  const task = await newTask(person, `Heads of benches ${Date.now()}`)
  await page.goto(`/tasks?id=${task.id}`)
  await expect(page).toHaveTitle(new RegExp(`^${task.title} · Earn Crypto for Real World Tasks`))
  await expect(description(page)).toHaveAttribute(
    'content',
    'Earn 30 CENTS. 5 of 5 places left. For a map of places to sit.',
  )
  await expect(canonical(page)).toHaveAttribute('href', `${baseURL}/t/${task.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveTitle(/^Tasks · /)
  await expect(canonical(page)).toHaveAttribute('href', `${baseURL}/tasks`)
})

test('Hovering or focusing a link starts to load the code of its page', async ({ site }) => {
  const { page } = await site.newVisitor('Ines with intent')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const wasAsked = (code: string) =>
    expect.poll(() => asked.some((path) => path.startsWith(`/assets/${code}-`))).toBe(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /leaderboard|about|create-task-dialog/.test(path))).toEqual([])

  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).hover()
  await wasAsked('leaderboard')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).focus()
  await wasAsked('about')
  await page.getByRole('main').getByRole('link', { name: 'Create Task' }).first().hover()
  await wasAsked('create-task-dialog')
  await expect(page).toHaveURL(/\/$/)
})

test('The app icons, the image for shared links and robots.txt are served', async ({ request }) => {
  for (const file of [
    '/icon-192.png',
    '/icon-512.png',
    '/icon-maskable-512.png',
    '/apple-touch-icon.png',
    '/card.png',
  ]) {
    const answer = await request.get(file)
    expect(answer.headers()['content-type']).toBe('image/png')
  }
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^User-agent: \*/)
})

test('The local server compresses code but no images, and sends immutable caching for code and no-cache for the page', async ({
  request,
}) => {
  const headersOf = async (path: string, accepted: string) =>
    (await request.get(path, { headers: { 'accept-encoding': accepted } })).headers()
  const page = await request.get('/')
  const code = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  expect((await headersOf(code, 'gzip, br'))['content-encoding']).toBe('br')
  expect((await headersOf(code, 'gzip'))['content-encoding']).toBe('gzip')
  expect((await headersOf(code, 'identity'))['content-encoding']).toBeUndefined()
  expect((await headersOf('/card.png', 'gzip, br'))['content-encoding']).toBeUndefined()
  expect((await headersOf(code, 'br'))['cache-control']).toMatch(/max-age=31536000, immutable/)
  expect(page.headers()['cache-control']).toBe('no-cache')
})

import os from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { ulid } from 'ulid'
import { services } from '../../functions/runtime/context.ts'
import { keys } from '../../functions/table/keys.ts'
import * as submissions from '../../functions/table/submissions.ts'
import { update } from '../../functions/table/table.ts'
import * as tasks from '../../functions/table/tasks.ts'
import * as users from '../../functions/table/users.ts'
import { account } from '../../local/accounts.ts'
import { compileContracts } from '../../local/deploy-contracts.ts'
import { startStack } from '../../local/stack.ts'
import { buildWebApp } from '../../local/web-app.ts'
import { setAdmin } from '../../ops/admin.ts'
import { ApiUser } from '../../ops/api-user.ts'
import * as samples from '../domain/samples.ts'
import { findBrowser } from '../support/browser.ts'
import { pendingProof } from './pending-proof.ts'

/**
 * `npm run bench:interactions` measures lists and interactions in a window of a phone's size, with a processor that is 4 times
 * slower: of a poster and of an admin. The poster has 500 tasks, or as many as `--tasks` says. At most 500 of them have a proof, at
 * most 300 a pending one.
 * It exits with 1 if a bar is missed. Work is the time of the main thread by the processor's clock, which other processes do not change.
 */

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '500' } } })
const size = Number(values.tasks)
const [proofs, pending, throttle, day] = [Math.min(size, 500), 300, 4, 86_400_000]
const bars = {
  shown: 1200,
  nodes: 1500,
  requests: 5,
  change: 50,
  worst: 150,
  median: 80,
  slowTitle: 2500,
  slowRows: 5060, // 60 ms of it for the demo wallets, which only a local stage has
}
const missed: string[] = []

function report(what: string, value: number, unit: string, bar = Number.POSITIVE_INFINITY) {
  console.log(`  ${what.padEnd(40)}${String(Math.round(value)).padStart(9)} ${unit}`)
  if (value > bar) missed.push(`${what} (${bar})`)
}

async function createTask(creatorId: string, index: number) {
  const { table } = services()
  const now = Date.now() - day + index
  const [id, at] = [ulid(now), new Date(now).toISOString()]
  const escrow = { escrowId: id, funder: '0x', salt: '0x', refundableAt: (now + 60 * day) / 1000 }
  const task: tasks.StoredTask = {
    ...samples.task,
    ...escrow,
    ...{ id, creatorId, taken: 0, undecided: 0, submissions: 0, pending: 0 },
    ...{ createdAt: at, deadline: new Date(now + 30 * day).toISOString() },
    description: 'Walk the street and take notes. '.repeat(20),
    title: `Market square, part ${index}`,
  }
  await tasks.create(table, task)
  if (index < size - proofs) return id
  const doer = users.newAccount(now, { id: ulid(now), username: `doer_${index}` })
  const text = { proofText: 'Full of people. '.repeat(20), notes: 'Taken today.' }
  const proof = { ...pendingProof(task, doer.id), id, ...text }
  await users.create(table, doer)
  await submissions.create(table, proof, task)
  const verdict = { reviewedBy: creatorId, reviewNotes: 'Not original work', at: new Date().toISOString() }
  if (index >= size - proofs + pending) await submissions.reject(table, proof, task, verdict)
  return id
}

type Phone = { page: Page; cdp: CDPSession }

async function openPhone(browser: Browser, person: ApiUser, session = 'member'): Promise<Phone> {
  const context = await browser.newContext({ baseURL: person.origin, viewport: { width: 412, height: 823 } })
  const pairs = person.cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: person.origin })))
  await context.addInitScript(`try { localStorage.setItem('session', '${session}') } catch {}
    slow = []
    const note = (list) => slow.push(...list.getEntries().map(({ duration }) => duration))
    for (const type of ['event', 'longtask'])
      new PerformanceObserver(note).observe({ type, durationThreshold: 16 })`)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return { page, cdp }
}

/** Milliseconds from the navigation to the first frame with this element. Playwright's `waitFor` looks only every half second. */
const shownAt = (page: Page, element: string) =>
  page.evaluate<number>(`new Promise((done) => {
    const look = () =>
      document.querySelector(${JSON.stringify(element)})?.checkVisibility() ? done(performance.now()) : requestAnimationFrame(look)
    look()
  })`)

/** The milliseconds that the page's main thread has worked. With `idle`, first waits until it has nothing else to do. */
async function worked({ page, cdp }: Phone, idle = true) {
  const rest = 'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done())))'
  if (idle) await page.evaluate(rest)
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** Opens the dashboard with an empty cache over a connection with 400 ms of latency and 400 kbit/s. */
async function measureSlowNetwork({ page, cdp }: Phone) {
  console.log('\n/dashboard, empty cache, 400 ms and 400 kbit/s')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const bytesPerSecond = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...bytesPerSecond })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const [title, rows] = await Promise.all([shownAt(page, 'h1'), shownAt(page, '[role=tabpanel] li')])
  report('title', title, 'ms after the navigation', bars.slowTitle)
  report('rows', rows, 'ms after the navigation', bars.slowRows)
  await page.context().close()
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Opens a page with a list in three new browsers, because a single time varies by a third. Returns the last one. Other browsers
 * must be closed: each open page with a slow processor keeps a real one busy.
 */
async function measureList(browser: Browser, person: ApiUser, path: string, row: string): Promise<Phone> {
  console.log(`\n${path}`)
  const times: number[] = []
  for (;;) {
    const phone = await openPhone(browser, person, path.startsWith('/admin') ? 'admin' : 'member')
    const { page } = phone
    // Until the server and the pages before have nothing else to do.
    await page.waitForTimeout(3000)
    const requests: string[] = []
    page.on('request', (sent) => {
      const { pathname } = new URL(sent.url())
      if (/^\/(api|rpc)/.test(pathname)) requests.push(pathname)
    })
    await page.goto(path, { waitUntil: 'commit' })
    times.push(await shownAt(page, row))
    page.removeAllListeners('request')
    if (times.length < 3) {
      await page.context().close()
      continue
    }
    report(
      'shown',
      middle(times),
      `ms after the navigation, the median of ${times.map(Math.round).join(', ')}`,
      bars.shown,
    )
    report('requests', requests.length, requests.join(' '), bars.requests)
    report('work', await worked(phone), 'ms')
    report('nodes', await page.locator('*').count(), '', bars.nodes)
    return phone
  }
}

/** Changes the title of a listed task five times while the page is connected. */
async function measureMessages(phone: Phone, taskId: string): Promise<void> {
  const work: number[] = []
  for (const title of ['Changed 1', 'Changed 2', 'Changed 3', 'Changed 4', 'Changed 5']) {
    // Until the dialog of reviews, which loads a second later, is there.
    await phone.page.waitForTimeout(5000)
    const before = await worked(phone)
    // An observer, because Playwright's search by text runs in the page and would be measured too.
    const changed = phone.page.evaluate(
      `new Promise((done) => new MutationObserver((changes) => {
        if (changes.some(({ target }) => target.data === '${title}')) done()
      }).observe(document.querySelector('main'), { subtree: true, characterData: true }))`,
    )
    await services().table.write([update(keys.task(taskId), { set: { title } })])
    await changed
    work.push((await worked(phone)) - before)
  }
  const all = work.map(Math.round).join(', ')
  report('from a message to the changed row', middle(work), `ms of work, the median of ${all}`, bars.change)
}

const durations: number[] = []

/**
 * Clicks or types. Measures the time to the next frame, or the longest task until `done` is shown if that is longer. `done`
 * names few elements, because Playwright's search by text runs in the page and would be measured too.
 */
async function interact(phone: Phone, what: string, target: string, done: string, text?: string) {
  const { page } = phone
  const element = page.locator(target).first()
  await (text ? element.focus() : element.hover())
  const before = await worked(phone)
  await page.evaluate('slow.length = 0')
  await (text ? page.keyboard.type(text) : element.click())
  await page.locator(done).first().waitFor()
  const work = (await worked(phone)) - before
  const longest = Math.max(...(await page.evaluate<number[]>('[16, ...slow]')))
  durations.push(longest)
  report(what, longest, `ms, ${Math.round(work)} ms of work`, bars.worst)
}

const [site, own] = await Promise.all([buildWebApp(console.log), findBrowser(), compileContracts()])
const stack = await startStack({ site })
const browser = await chromium.launch(own)
try {
  const [poster, admin] = [new ApiUser(stack, account(0)), new ApiUser(stack, account(2))]
  const { id } = await poster.signIn()
  await admin.signIn()
  await setAdmin(services().table, admin.wallet.address, true)
  const ids: string[] = []
  for (let index = 0; index < size; index++) ids.push(await createTask(id, index))
  // The counts follow by the stream.
  while ((await poster.call('GET /api/user/summary', {})).created < size)
    await new Promise((resolve) => setTimeout(resolve, 500))
  // The other reactions to so many changes would slow down the pages.
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  console.log(
    `Load average: ${os.loadavg()[0]}. Above 1 per processor, times other than work become too long.`,
  )
  await measureSlowNetwork(await openPhone(browser, poster))
  const [dialog, closed] = ['[role=dialog]', 'body:not(:has([role=dialog]))']
  const [row, more] = ['[role=tabpanel] li', 'p[role=status] span:text("more shown")']
  const desk = await measureList(browser, poster, '/dashboard?tab=created', row)
  await measureMessages(desk, ids.at(-1) ?? '')
  await desk.page.context().close()
  const tablet = await measureList(browser, admin, '/admin?tab=tasks', 'tbody tr')
  await interact(tablet, 'show more in /admin', 'button:text("Show more")', more)
  await interact(tablet, 'change the tab', '[role=tab]:text("Submissions")', 'tbody a:text("Review")')
  await interact(tablet, 'review as an admin', 'tbody a:text("Review")', `${dialog} h2`)
  await tablet.page.context().close()
  const phone = await measureList(browser, poster, '/approvals', row)
  await interact(phone, 'show more approvals', 'button:text("Show more")', more)
  await interact(phone, 'search approvals', 'input[type=search]', row, 'p')
  await phone.page.goto('/dashboard?tab=created')
  await interact(phone, 'open a review', 'a:text("Review one by one")', `${dialog} button:text("Approve")`)
  await interact(
    phone,
    'next submission',
    'button:text("Next")',
    `${dialog} p[role=status] span:text("2 of")`,
  )
  await interact(phone, 'close the review', `${dialog} [aria-label=Close]`, closed)
  await interact(phone, 'open a task', '[role=tabpanel] h3 a', `${dialog} h2`)
  await interact(phone, 'close the task', `${dialog} [aria-label=Close]`, closed)
  await interact(phone, 'open the create dialog', 'button:text("Duplicate")', `${dialog} textarea`)
  await interact(phone, 'type into the form', `${dialog} textarea`, dialog, 'x')
  report('median', middle(durations), 'ms', bars.median)
  console.log(missed.length > 0 ? `\nMissed bars: ${missed.join(', ')}` : '\nAll bars are met.')
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await stack.close()
}

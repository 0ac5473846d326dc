import type { Page } from '@playwright/test'
import { expectAccessible, overflowingElements } from './accessibility.ts'
import { answerWallet, expect, signIn, test, toastOf } from './fixtures.ts'

/** Records what live regions say. `said` returns how many announcements contain the text. */
async function recordAnnouncements(page: Page) {
  await page.addInitScript(`
    window.announcements = []
    const region = '[role=alert], [role=status], [aria-live]'
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1)
      const changed = changes.map(({ target }) => target.nodeType === 1 ? target : target.parentElement)
      const regions = new Set([...added, ...changed].map((each) => each?.closest(region)))
      for (const each of added) for (const inner of each.querySelectorAll(region)) regions.add(inner)
      for (const each of regions) if (each?.textContent.trim()) window.announcements.push(each.textContent)
    }).observe(document, { childList: true, characterData: true, subtree: true })`)
  return async (text: string) => {
    // Radix announces a toast two frames after it is shown.
    await page.evaluate(
      `new Promise((drawn) => { let left = 5; const next = () => left-- ? requestAnimationFrame(next) : drawn(null); next() })`,
    )
    return page.evaluate<number>(
      `window.announcements.filter((each) => each.includes(${JSON.stringify(text)})).length`,
    )
  }
}

/** The index of the row that has the focus, or -1. */
const focusedRow = (page: Page, rows: string) =>
  page.evaluate<number>(
    `[...document.querySelectorAll('${rows}')].findIndex((row) => row.contains(document.activeElement))`,
  )

const announced = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()

/** Opens a page and waits until everything on it is loaded. */
async function goto(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

/** Answers a route with its own answer, in which `change` has made lists longer. */
const lengthen = <Answer>(page: Page, path: string, change: (answer: Answer) => object) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    await route.fulfill({ response, json: { ...answer, ...change(answer) } })
  })

const copies = (rows: { id: string }[], count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...rows[index % rows.length], id: `copy ${index}` }))

test('In every list that shows more, the first new row gets the focus and the number of new rows is announced', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  type Lists = Record<'tasks' | 'submissions' | 'events', { id: string }[]>
  await lengthen<Lists>(page, '**/api/admin/dashboard', ({ submissions, tasks }) => ({
    tasks: copies(tasks, 120),
    submissions: copies(submissions, 30),
  }))
  await lengthen<Lists>(page, '**/api/user/security', ({ events }) => ({ events: copies(events, 12) }))
  await signIn(page)
  for (const [path, rows, button, ...counts] of [
    ['/tasks', '#task-list ~ * ul > li, #task-list ~ ul > li', 'Load More', 9, 15, 21],
    ['/approvals?tab=all', '[role=tabpanel] ul > li', /^Show more/, 12, 24, 30],
    ['/admin?tab=tasks', 'tbody > tr', /^Show more/, 50, 100, 120],
    ['/profile', 'section[aria-label="Recent activity"] li', /^Show more/, 5, 10, 12],
  ] as const) {
    await page.goto(path)
    const list = page.locator(rows)
    let before = 0
    for (const count of counts) {
      if (before > 0) {
        await page.getByRole('button', { name: button }).press('Enter')
        await announced(
          page,
          path === '/tasks' ? `${count} tasks shown` : `${count - before} more shown, ${count} in all.`,
        )
        await expect(list, path).toHaveCount(count)
        await expect.poll(() => focusedRow(page, rows), path).toBe(before)
      } else await expect(list, path).toHaveCount(count)
      before = count
    }
  }
})

test('Saving a profile and sorting keep the focus, and sorting and being connected again are announced', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()

  await page.goto('/leaderboard')
  const byTasks = page.getByRole('button', { name: 'By tasks completed' })
  await byTasks.press('Enter')
  await announced(page, 'Sorted by tasks completed.')
  await expect(byTasks).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?tab=users')
  const order = page.getByLabel('Sort by')
  await order.focus()
  await page.keyboard.press('ArrowDown')
  await announced(page, 'Sorted by ID, ascending.')
  await expect(order).toBeFocused()

  await page.context().setOffline(true)
  await expect(page.getByText('No connection.')).toBeVisible()
  await page.context().setOffline(false)
  await announced(page, 'You are connected again.')
})

test('An error that a form shows is announced once, although a toast shows it too', async ({ site }) => {
  const { page } = await site.newVisitor('Eve who errs')
  const said = await recordAnnouncements(page)
  const expectOnce = async (text: string) => {
    await expect(toastOf(page)).toContainText(text)
    expect(await said(text), text).toBe(1)
  }
  await page.goto('/auth')
  await page.getByLabel('Username').fill('nobody_has_this')
  await page.getByLabel('Password', { exact: true }).fill('not the one')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expectOnce('The username or the password is wrong')

  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eve who errs' }).click()
  await answerWallet(page, 'show it your account', 'Reject')
  await expectOnce('You declined the request in your wallet.')

  await signIn(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Username').fill('f y')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectOnce('Only letters, numbers and underscores')
})

test('A toast in a dialog covers none of its controls on desktops and phones', async ({ site }) => {
  const { page } = await site.newVisitor('Tess with a toast', { wallet: false })
  await page.goto('/auth')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a username and password' }).click()
  await dialog.getByLabel('Username').fill('nobody_has_this')
  await dialog.getByLabel('Password', { exact: true }).fill('not the one')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.locator('li[data-swipe-direction]')).toContainText('Login failed')
  await page.keyboard.press('F8') // a toast with the focus stays
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    expect(await coveredByToast(page), `${size.width}`).toEqual([])
  }
  await expectAccessible(page, 'a toast in a dialog')
})

/** The controls of the dialog of which its toast covers a visible part. */
const coveredByToast = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const dialog = document.querySelector('[role=dialog]')
    const { top, bottom, left, right } = dialog.querySelector('li[data-swipe-direction]').getBoundingClientRect()
    return [...dialog.querySelectorAll('header button, form button, form input, footer *')].filter((each) => {
      const own = each.getBoundingClientRect()
      const end = Math.min(own.bottom, each.closest('.overflow-y-auto')?.getBoundingClientRect().bottom ?? Infinity)
      return own.width > 0 && own.top < bottom && end > top && own.left < right && own.right > left
    }).map((each) => each.outerHTML.slice(0, 90))
  })()`)

test('Neither the header nor the offline note hides what has the focus on a phone', async ({ site }) => {
  const { page } = await site.newVisitor('Olaf offline', {
    browser: { viewport: { width: 320, height: 640 } },
  })
  await signIn(page)
  for (const path of ['/tasks', '/profile', '/leaderboard']) {
    await goto(page, path)
    await page.context().setOffline(true)
    await expect(page.getByText('No connection.')).toBeVisible()
    const hidden: string[] = []
    for (let presses = 0; presses < 45; presses++) {
      await page.keyboard.press('Tab')
      const cover = await page.evaluate<string | null>(`(() => {
        const focused = document.activeElement
        const { top, bottom } = focused.getBoundingClientRect()
        if (focused === document.body || focused.closest('header, aside, [href="#main"]')) return null
        const note = document.querySelector('aside[aria-label=Connection]').getBoundingClientRect()
        const header = document.querySelector('header').getBoundingClientRect()
        return bottom > note.top + 1 || top < header.bottom - 1 ? focused.outerHTML.slice(0, 90) : null
      })()`)
      if (cover) hidden.push(cover)
    }
    expect(hidden, path).toEqual([])
    await page.context().setOffline(false)
    await expect(page.getByText('No connection.')).toBeHidden()
  }
})

test('At 200 % text size and with the text spacing of WCAG 1.4.12 no page scrolls sideways or cuts a label', async ({
  site,
}) => {
  test.slow()
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  const spacing =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
  const found: string[] = []
  for (const path of [
    '/',
    '/tasks',
    '/leaderboard',
    '/money',
    '/about',
    '/profile',
    '/dashboard',
    '/approvals',
    '/admin',
    '/admin?tab=users',
  ]) {
    await goto(page, path)
    for (const [width, style] of [
      [1440, 'html { font-size: 200% }'],
      [1280, spacing],
      [390, spacing],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(`document.adoptedStyleSheets = [new CSSStyleSheet()]
        document.adoptedStyleSheets[0].replaceSync('${style}')`)
      const wide = await overflowingElements(page)
      if (wide) found.push(`${path} at ${width}: ${wide}`)
      const cut = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('button, label, th, [role=tab]')]
        .filter((each) => each.checkVisibility() && getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent)`)
      found.push(...cut.map((label) => `${path} at ${width} cuts ${label}`))
    }
  }
  expect(found).toEqual([])
})

test('A clicked tab shows no focus ring and a tab reached by key does; a tapped date field shows its outline', async ({
  site,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page } = await site.newVisitor('Finn with a finger', { browser: phone })
  await page.goto('/auth')
  const [logIn, signUp] = [
    page.getByRole('tab', { name: 'Log in' }),
    page.getByRole('tab', { name: 'Sign up' }),
  ]
  await signUp.click()
  await expect(signUp).toBeFocused()
  await expect(signUp).toHaveAttribute('aria-selected', 'true')
  await expect(signUp).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowLeft')
  await expect(logIn).toBeFocused()
  await expect(logIn).toHaveCSS('outline-style', 'solid')

  await signIn(page)
  await page.goto('/?create=task')
  const deadline = page.getByRole('dialog').getByLabel('Deadline')
  await deadline.tap()
  await expect(deadline).toHaveCSS('outline-style', 'solid')
})

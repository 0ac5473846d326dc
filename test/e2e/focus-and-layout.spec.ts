import type { Page } from '@playwright/test'
import { coveredFocus, expectAccessible, overflowingElements } from './accessibility.ts'
import { answerWallet, expect, signIn, test, toastOf } from './fixtures.ts'
import { newSubmission, newTask } from './task-fixtures.ts'

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

test('In every list that shows more, the first new row gets the focus and the number of new rows is announced', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  type Row = { id: string }
  for (const path of ['**/api/admin/tasks*', '**/api/reviews*'])
    await page.route(path, async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '0:'
      const first: Row[] = await (
        await route.fetch({ url: route.request().url().split('?')[0] ?? '' })
      ).json()
      const rows = Array.from({ length: 25 }, (_, index) => ({
        ...first[index % first.length],
        id: `copy ${cursor} ${index}`,
      }))
      const headers = { link: `</?cursor=${Number.parseInt(cursor, 10) + 1}:>; rel="next"` }
      await route.fulfill({ json: rows, headers })
    })
  await page.route('**/api/user/security', async (route) => {
    const answer = (await (await route.fetch()).json()) as { events: Row[] }
    const events = Array.from({ length: 12 }, (_, index) => ({ ...answer.events[0], id: `copy ${index}` }))
    await route.fulfill({ json: { ...answer, events } })
  })
  await page.route('**/api/notifications*', (route) => {
    const isOlder = new URL(route.request().url()).searchParams.has('cursor')
    const notifications = Array.from({ length: isOlder ? 5 : 30 }, (_, index) => ({
      id: `${isOlder ? 'a' : 'b'} ${99 - index}`,
      kind: 'approved',
      taskId: null,
      taskTitle: null,
      amount: 30,
      at: new Date().toISOString(),
    }))
    return route.fulfill({ json: { notifications, unread: 0, seen: 'z', next: isOlder ? null : 'a' } })
  })
  await signIn(page)
  for (const [path, rows, button, ...counts] of [
    ['/tasks', '#task-list ~ * ul > li, #task-list ~ ul > li', 'Load More', 9, 15, 21],
    ['/approvals?tab=all', '[role=tabpanel] ul > li', 'Show more', 25, 50, 75],
    ['/admin?tab=tasks', 'tbody > tr', 'Show more', 25, 50, 75],
    ['/profile', 'section[aria-label="Recent activity"] li', /^Show more/, 5, 10, 12],
    ['/notifications', 'main ul > li', 'Show older', 30, 35],
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
  await signIn(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()

  await page.goto('/leaderboard')
  const byTasks = page.getByRole('button', { name: 'By tasks completed' })
  await byTasks.press('Enter')
  await announced(page, 'Sorted by tasks completed.')
  await expect(byTasks).toBeFocused()

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

  await signIn(page, '/profile')
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

/** The controls of the dialog that are at least partly under its toast. */
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

test('On a phone nothing covers what has the focus in lists, forms and dialogs while the offline note is shown', async ({
  site,
}) => {
  test.slow()
  const { page, person } = await site.newVisitor('Olaf offline', {
    browser: { viewport: { width: 390, height: 844 } },
  })
  const poster = await site.newApiUser()
  const { task, submission } = await newSubmission(poster, person, `Offline benches ${Date.now()}`)
  const own = await newSubmission(person, poster, `Own benches ${Date.now()}`)
  const open = await newTask(poster, `Open benches ${Date.now()}`, 'mixed')
  await signIn(page)
  for (const path of [
    '/tasks',
    '/profile',
    '/leaderboard',
    '/dashboard?tab=submissions',
    '/dashboard?tab=created',
    '/approvals?tab=all',
    '/notifications',
    '/about',
    '/?create=task',
    `/tasks?id=${open.id}`,
    `/tasks?id=${task.id}`,
    `/dashboard?review=${submission.id}`,
    `/dashboard?review=${own.submission.id}`,
  ]) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeAttached()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    // A prerendered page shows its heading before its scripts have been loaded.
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await expect(page.getByText('No connection.').first()).toBeVisible()
    expect.soft(await coveredFocus(page), path).toEqual([])
    await page.context().setOffline(false)
    await expect(page.getByText('No connection.')).toHaveCount(0)
  }
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

  await signIn(page, '/?create=task')
  const deadline = page.getByRole('dialog').getByLabel('Deadline')
  await deadline.tap()
  await expect(deadline).toHaveCSS('outline-style', 'solid')
})

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

/** Controls smaller than 24 × 24 CSS pixels, except links within a sentence (WCAG 2.5.8). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('a[href], button, input, select, summary')]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .filter((target) => !target.closest('p') && !target.classList.contains('sr-only'))
    .filter((target) => {
      // A link whose ::after covers its card is as large as the card, and an input is as large as its label.
      const covers = getComputedStyle(target, '::after').position === 'absolute'
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
      return !covers && (width < 24 || height < 24)
    })
    .map((target) => target.outerHTML.slice(0, 120))`)

test('With long words and names no main page scrolls sideways at 320, 720 and 768 px, and every target is at least 24 px', async ({
  site,
}) => {
  test.slow()
  const poster = await site.newVisitor('Lotte with long words')
  const doer = await site.newVisitor('Leo with a long name')
  const { username } = await doer.person.call('POST /api/user/update-username', {
    username: `W${Date.now()}`.padEnd(20, 'M'),
  })
  expect(username).toHaveLength(20)
  const task = await newTask(poster.person, `${longWord}${longWord} ${Date.now()}`, 'text', {
    description: `https://example.org/${longWord}${longWord}${longWord} ${longWord}`,
    requirements: longWord.repeat(3),
    category: 'Social Media',
    reward: 1000,
    maxCompletions: 2,
    estimatedTime: 480,
  })
  const submission = await doer.person.call('POST /api/submissions', {
    taskId: task.id,
    proofText: longWord.repeat(4),
    notes: longWord.repeat(4),
  })
  await doer.person.call('POST /api/user/update-profile', {
    bio: longWord.repeat(4),
    email: `${'e'.repeat(60)}@example.org`,
  })
  const admin = await site.newVisitor('Ada the admin', { admin: true })
  const visits: [Page, string[]][] = [
    [doer.page, ['/', `/tasks?q=${longWord}`, `/tasks?id=${task.id}`, '/dashboard', '/profile', '/about']],
    [
      poster.page,
      [
        '/dashboard?tab=created',
        '/approvals',
        `/approvals?review=${submission.id}`,
        `/tasks?id=${task.id}`,
        '/leaderboard',
      ],
    ],
    [admin.page, ['/admin', '/admin?tab=users', '/admin?tab=tasks', '/admin?tab=submissions', '/approvals']],
  ]
  const found: string[] = []
  for (const [page, paths] of visits) {
    await signIn(page)
    for (const path of paths) {
      await page.goto(path)
      // A dialog hides the rest of the page from getByRole.
      await expect(page.locator('main h1')).toBeAttached()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      // A window of 1440 × 900 at 200 % zoom has a viewport of 720 × 450.
      for (const [width, height] of [
        [320, 640],
        [720, 450],
        [768, 1024],
      ] as const) {
        await page.setViewportSize({ width, height })
        const wide = await overflowingElements(page)
        if (wide !== null) found.push(`${path} scrolls sideways at ${width}: ${wide}`)
        found.push(...(await smallTargets(page)).map((target) => `${path} at ${width}: small ${target}`))
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  }
  expect(found).toEqual([])
})

test('Closing a dialog or a menu returns the focus to its opener, and navigation moves the focus to main', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Flo with the focus')
  await signIn(page, '/tasks')
  const card = page.getByRole('main').getByRole('listitem').getByRole('link').nth(2)
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card).toBeFocused()

  const create = page.getByRole('banner').getByRole('link', { name: 'Create Task' })
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(create).toBeFocused()

  const menu = page.getByRole('button', { name: /^Menu of/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#user-menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  await menu.press('Enter')
  await page.locator('#user-menu').getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByRole('main')).toBeFocused()
})

test('With reduced motion nothing animates, and with forced colors buttons keep a border', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Max without motion')
  const doer = await site.newApiUser()
  const person = await site.newApiUser()
  await newSubmission(person, doer, `Still benches ${Date.now()}`)
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await page.goto('/tasks')
  await page.getByText('More filters').click()
  const longest = await page.evaluate(`Math.max(
    ...[...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element)
      return (animationDuration + ', ' + transitionDuration).split(', ').map(Number.parseFloat)
    }),
  )`)
  expect(longest).toBeLessThanOrEqual(0.001)
  for (const name of ['Connect wallet', 'Load More'])
    await expect(page.getByRole('button', { name }).first()).toHaveCSS('border-top-width', '1px')
  const slider = page.getByRole('slider', { name: 'Reward, at most' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/maxReward=/)
})

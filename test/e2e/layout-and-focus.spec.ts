import type { Page } from '@playwright/test'
import { overflowingElements } from './accessibility.ts'
import { expect, signIn, signInWithWallet, test, toastOf } from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { newSubmission, openCreateTask } from './task-fixtures.ts'

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
  const task = await poster.person.post({
    title: `${longWord}${longWord} ${Date.now()}`,
    description: `https://example.org/${longWord}${longWord}${longWord} ${longWord}`,
    requirements: longWord.repeat(3),
    category: 'Social Media',
    reward: 1000,
    maxCompletions: 2,
    estimatedTime: 480,
    submissionType: 'text',
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
  await signIn(page)
  await page.goto('/tasks')
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

test('Screen readers are told of loading, toasts and field errors', async ({ site }) => {
  const { page } = await site.newVisitor('Ann who listens')
  await page.route('**/api/leaderboard*', () => {})
  await page.goto('/leaderboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the leaderboard…' })).toBeAttached()
  await screenshot(page, 'loading')
  await signInWithWallet(page)
  await expect(toastOf(page)).toHaveText(/Authentication successful/)
  await expect(page.getByRole('status').filter({ hasText: 'Authentication successful' })).toBeAttached()
  await page.goto('/tasks')
  const dialog = await openCreateTask(page)
  await dialog.getByLabel('Completions').fill('101')
  await dialog.getByLabel('Completions').blur()
  await expect(dialog.getByRole('alert').last()).toHaveText('Maximum 100 completions')
  await expect(dialog.getByLabel('Completions')).toHaveAccessibleDescription(/Maximum 100 completions/)
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

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerWallet, expect, signIn, test, toastOf, walletDialog } from './fixtures.ts'
import { failRequests } from './network-faults.ts'
import { fillTask, newSubmission, newTask, openCreateTask } from './task-fixtures.ts'

interface Screen {
  at: string
  /** A text that is visible once the screen is shown. */
  shows: string | RegExp
  /** Actions after the page has been opened. */
  doing?: (page: Page) => Promise<unknown>
}

async function expectAllAccessible(page: Page, screens: Screen[]): Promise<void> {
  for (const { at, shows, doing } of screens) {
    await page.goto(at)
    await doing?.(page)
    await expect(page.getByText(shows).filter({ visible: true }).first(), at).toBeVisible()
    await expectAccessible(page, `${at}, ${shows}`)
  }
}

test('axe finds nothing in the pages and states that a signed-out visitor sees', async ({ site }) => {
  const { page } = await site.newVisitor('Sam the stranger', { unregistered: true })
  const filters = '/tasks?type=text&category=Content&minReward=10'
  const firstTask = (on: Page) => on.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expectAllAccessible(page, [
    { at: '/', shows: 'View All Tasks' },
    { at: '/', shows: 'Tasks', doing: openSiteMenu },
    { at: filters, shows: '3 active filters' },
    { at: '/tasks?q=nothing-is-called-this', shows: 'No tasks found' },
    { at: '/tasks', shows: 'Do this task', doing: firstTask },
    { at: '/tasks?id=01ARZ3NDEKTSV4RRFFQ69G5FAV', shows: 'This task is not here' },
    { at: '/nowhere', shows: '404 Page Not Found' },
    { at: '/dashboard', shows: /^Sign in to/ },
    { at: '/?create=task', shows: 'You must be logged in to create tasks.' },
  ])
})

async function openSiteMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
}

test('axe finds nothing in the error states of pages whose data fails to load', async ({ site }) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  await failRequests(page, /\/api\/(tasks|leaderboard|user\/summary|admin\/|submissions\/|money|profiles\/)/)
  await expectAllAccessible(page, [
    { at: '/tasks', shows: 'Error loading tasks' },
    { at: '/tasks?id=01ARZ3NDEKTSV4RRFFQ69G5FAV', shows: 'Failed to fetch task' },
    { at: '/leaderboard', shows: 'Error Loading Leaderboard' },
    { at: '/dashboard', shows: 'Error Loading Dashboard' },
    { at: '/admin', shows: 'Please ensure you have admin privileges.' },
    { at: '/admin?tab=appeals', shows: /could not be loaded|Failed to load/ },
    { at: '/admin?tab=reports', shows: /could not be loaded|Failed to load/ },
    { at: '/admin?tab=audit', shows: /could not be loaded|Failed to load/ },
    { at: '/money', shows: 'The figures could not be loaded' },
    { at: '/u/somebody', shows: 'This profile could not be loaded' },
    { at: '/approvals', shows: 'The submissions could not be loaded' },
  ])
})

test('axe finds nothing in the first sign-in and the empty pages after it', async ({ site }) => {
  const { page } = await site.newVisitor('Neda the newcomer', { unregistered: true })
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
  await answerWallet(page, 'show it your account')
  await expect(walletDialog(page).getByRole('heading')).toContainText('sign this message')
  await expectAccessible(page, 'the wallet asks')
  await answerWallet(page, 'sign this message')
  await expect(page.getByRole('dialog', { name: 'Set Your Username' })).toBeVisible()
  await expectAccessible(page, 'Set Your Username')
  await page.getByRole('dialog').getByRole('button', { name: 'Skip for now' }).click()
  await expectAllAccessible(page, [
    { at: '/dashboard', shows: 'No proof of yours waits for a decision' },
    { at: '/dashboard?tab=submissions', shows: 'No submissions found' },
    { at: '/dashboard?tab=created', shows: 'Tasks you post show here' },
    { at: '/approvals', shows: 'Nothing waits for a review here.' },
    { at: '/profile', shows: 'No bio provided' },
    {
      at: '/profile',
      shows: 'Username must be at least 3 characters long',
      doing: async () => {
        await page.getByRole('button', { name: 'Edit Profile' }).click()
        await page.getByLabel('Username').fill('ab')
        await page.getByRole('button', { name: 'Save Changes' }).click()
      },
    },
  ])
})

test('axe finds nothing in approved, rejected and pending submissions, as seen by doer and poster', async ({
  site,
}) => {
  test.slow()
  const poster = await site.newVisitor('Axel the poster')
  const doer = await site.newVisitor('Axa the doer')
  const stamp = Date.now()
  const given = await newSubmission(poster.person, doer.person, `Axe approved ${stamp}`)
  const refused = await newSubmission(poster.person, doer.person, `Axe rejected ${stamp}`)
  const waiting = await newSubmission(poster.person, doer.person, `Axe pending ${stamp}`)
  const open = await newTask(poster.person, `Axe open ${stamp}`, 'mixed')
  const { id } = refused.submission
  const feedback = 'The park is missing.'
  await poster.person.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback })
  await poster.person.call('PATCH /api/submissions/{id}', { id: given.submission.id, status: 'approved' })
  await poster.person.call('POST /api/blockchain/release-reward', {
    taskId: given.task.id,
    recipientId: given.submission.userId,
  })

  await signIn(doer.page)
  await expectAllAccessible(doer.page, [
    { at: `/tasks?id=${given.task.id}`, shows: 'Your submission was approved.' },
    { at: `/tasks?id=${refused.task.id}`, shows: 'Your submission was rejected.' },
    { at: `/tasks?id=${waiting.task.id}`, shows: 'Your submission is pending review.' },
    {
      at: `/tasks?id=${open.id}`,
      shows: 'Please enter a valid URL',
      doing: async ({ keyboard }) => {
        await doer.page.getByLabel('Link to your proof').fill('no link')
        await keyboard.press('Tab')
        await doer.page.getByRole('button', { name: 'Submit proof' }).click()
      },
    },
    { at: '/dashboard', shows: `Axe pending ${stamp}` },
    { at: '/dashboard?tab=submissions', shows: `Axe rejected ${stamp}` },
    { at: `/dashboard?review=${given.submission.id}`, shows: 'Review notes' },
    { at: '/', shows: 'My Profile', doing: (page) => page.getByRole('button', { name: /^Menu of/ }).click() },
  ])

  await signIn(poster.page)
  await expectAllAccessible(poster.page, [
    { at: `/tasks?id=${open.id}`, shows: 'This is your task' },
    { at: '/dashboard?tab=created', shows: `Axe open ${stamp}` },
    { at: '/approvals?tab=all', shows: `Axe approved ${stamp}` },
    { at: '/approvals?q=axe&tab=rejected', shows: `Axe rejected ${stamp}` },
    {
      at: `/approvals?review=${waiting.submission.id}`,
      shows: 'Feedback required',
      doing: (page) => page.getByRole('button', { name: 'Reject', exact: true }).dblclick(),
    },
  ])
})

test('axe finds nothing in the funding form: empty, during the wallet request, declined and done', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Fia who funds')
  await signIn(page)
  const dialog = await openCreateTask(page)
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'nothing filled in')
  await fillTask(dialog, { title: `Axe funded ${Date.now()}` })
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(walletDialog(page).getByRole('heading')).toContainText('send this transaction')
  await expectAccessible(page, 'the wallet asks')
  await answerWallet(page, 'send this transaction', 'Reject')
  await expect(toastOf(page)).toBeVisible()
  await expectAccessible(page, 'refused')
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await expectAccessible(page, 'created')
})

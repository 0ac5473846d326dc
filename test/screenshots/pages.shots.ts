import { answerWallet, expect, signIn, test, type Visitor, walletDialog } from '../e2e/fixtures.ts'
import { picture } from '../e2e/png-image.ts'
import { fillTask, newImageSubmission, newTask, openCreateTask } from '../e2e/task-fixtures.ts'
import { open, take } from './take-screenshots.ts'

test('Screenshots of the pages for signed-out visitors are taken', async ({ site }) => {
  const { page } = await site.newVisitor('Somebody new', { unregistered: true })
  await open(page, '/', 'Featured Tasks')
  await take(page, '01-home')
  await open(page, '/tasks', 'Available Tasks')
  await take(page, '02-tasks')
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  await first.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, '03-task-signed-out')
  await open(page, '/tasks?q=nothing-is-called-this', 'Available Tasks')
  await take(page, '04-tasks-none')
  await open(page, '/tasks?sort=reward-high&type=text&minReward=10', 'Available Tasks')
  await take(page, '04-tasks-filters')
  await open(page, '/tasks?id=01ARZ3NDEKTSV4RRFFQ69G5FAV', 'This task is not here')
  await take(page, '04-task-not-here')
  await open(page, '/leaderboard', /earners/i)
  await take(page, '05-leaderboard')
  await open(page, '/about', /./)
  await take(page, '06-about')
  await open(page, '/auth', /./)
  await take(page, '07-auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await take(page, '07-auth-sign-up')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await take(page, '08-wallets')
  await open(page, '/nowhere', '404 Page Not Found')
  await take(page, '09-not-found')
  await page.goto('/')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  await take(page, '10-mobile-menu')
})

test('Screenshots of a first sign-in are taken', async ({ site }) => {
  const { page } = await site.newVisitor('Somebody newer', { unregistered: true })
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
  await expect(walletDialog(page).getByRole('heading')).toBeVisible()
  await take(page, '11-wallet-asks')
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(page.getByRole('dialog', { name: 'Set Your Username' })).toBeVisible()
  await take(page, '12-username')
  await page.getByRole('dialog').getByRole('button', { name: 'Skip for now' }).click()
  await open(page, '/dashboard', 'My Dashboard')
  await take(page, '13-dashboard-empty')
  await open(page, '/dashboard?tab=submissions', 'No submissions found')
  await take(page, '13-dashboard-empty-submissions')
  await open(page, '/dashboard?tab=created', 'No tasks found')
  await take(page, '13-dashboard-empty-created')
  await open(page, '/approvals', /Submissions/)
  await take(page, '14-approvals-empty')
})

test('Screenshots of a task from creation to review are taken', async ({ site }) => {
  const poster = await site.newVisitor('Petra the poster')
  const doer = await site.newVisitor('Dean the doer')
  await signIn(poster.page)
  const create = await openCreateTask(poster.page)
  await take(poster.page, '20-create')
  await fillTask(create, { title: 'Photograph the oldest bench in your park', reward: 40, maxCompletions: 3 })
  await create.getByLabel('Reward, CENTS').fill('4000')
  await create.getByLabel('Completions').fill('3')
  await create.getByLabel('Title').click()
  await take(poster.page, '21-create-refused', { shows: create.getByText('Maximum 1000 CENTS') })
  await create.getByLabel('Reward, CENTS').fill('40')
  await create.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(walletDialog(poster.page).getByRole('heading')).toContainText('send this transaction')
  await take(poster.page, '22-funding')
  await answerWallet(poster.page, 'send this transaction')
  await expect(create).toBeHidden()

  const mixed = await newTask(poster.person, 'Describe the sound of your street at seven', 'mixed')
  const file = await newTask(poster.person, 'Photograph the door of your bakery', 'file')
  const text = await newTask(poster.person, 'Count the benches between the station and the river', 'text')
  const link = await newTask(poster.person, 'Find the opening hours of your library', 'link')
  await signIn(doer.page)
  await proofForms(doer, { mixed: mixed.id, file: file.id, text: text.id })

  const { task, submission } = await newImageSubmission(
    poster.person,
    doer.person,
    'Photograph the menu board of your bakery',
    'The one by the pond. It was raining, so the path behind it is empty.',
  )
  await doer.person.call('POST /api/submissions', {
    taskId: text.id,
    proofText: 'Eleven, two of them broken.',
  })
  await doer.person.call('POST /api/submissions', {
    taskId: link.id,
    proofLink: 'https://library.example/hours',
  })
  await open(doer.page, `/tasks?id=${text.id}`, 'Your submission is pending review.')
  await take(doer.page, '33-task-pending')
  await open(poster.page, '/dashboard', 'My Dashboard')
  await take(poster.page, '40-dashboard-pending')
  await open(poster.page, '/dashboard?tab=created', 'My Dashboard')
  await take(poster.page, '41-dashboard-created')
  await open(poster.page, '/approvals', 'My Tasks Submissions')
  await take(poster.page, '42-approvals')
  await open(poster.page, `/approvals?review=${submission.id}`, /bakery/)
  await expect(poster.page.getByRole('dialog').getByRole('img', { name: /as proof/ })).toBeVisible()
  await take(poster.page, '43-review-picture')
  const review = poster.page.getByRole('dialog')
  await review.getByRole('button', { name: /^Approve/ }).click()
  await expect(review.getByRole('button', { name: /Copy transaction hash/ })).toBeVisible()
  await take(poster.page, '44-review-paid')
  await open(doer.page, `/tasks?id=${task.id}`, /You've completed this task/)
  await take(doer.page, '34-task-paid')
  await open(doer.page, '/dashboard?tab=submissions', 'My Dashboard')
  await take(doer.page, '45-dashboard-submissions')
  await open(doer.page, `/dashboard?tab=submissions&review=${submission.id}`, /bakery/)
  await take(doer.page, '46-review-read-only')
  await open(doer.page, '/profile', /./)
  await take(doer.page, '50-profile')
  await doer.page.getByRole('main').getByRole('button', { name: 'Edit Profile' }).click()
  await take(doer.page, '51-profile-edit')
  await doer.page.setViewportSize({ width: 1440, height: 900 })
  await doer.page.getByRole('button', { name: /^Menu of/ }).click()
  await take(doer.page, '52-user-menu')
})

async function proofForms({ page }: Visitor, tasks: Record<string, string>) {
  for (const [index, [kind, id]] of Object.entries(tasks).entries()) {
    await page.goto(`/tasks?id=${id}`)
    await expect(page.getByRole('button', { name: 'Submit proof' })).toBeVisible()
    if (kind === 'file') {
      await page
        .getByRole('dialog')
        .locator('input[type="file"]')
        .setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer: picture })
      await expect(page.getByRole('dialog')).toContainText('uploaded')
    }
    await take(page, `3${index}-proof-${kind}`, {
      shows: page.getByRole('button', { name: 'Submit proof' }),
    })
  }
}

test('Screenshots of the pages for admins are taken', async ({ site }) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  for (const [index, tab] of ['overview', 'users', 'tasks', 'submissions'].entries()) {
    await open(page, `/admin?tab=${tab}`, 'Admin Panel')
    await take(page, `6${index}-admin-${tab}`)
  }
})

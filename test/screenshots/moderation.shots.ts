import { expect, signIn, test } from '../e2e/fixtures.ts'
import { newSubmission } from '../e2e/task-fixtures.ts'
import { open, take } from './take-screenshots.ts'

test('Screenshots of reports, hidden tasks, suspensions and the audit log are taken', async ({ site }) => {
  const poster = await site.newVisitor('Pia the phisher')
  const doer = await site.newVisitor('Dan who reports')
  const other = await site.newApiUser()
  const { task, submission } = await newSubmission(
    poster.person,
    doer.person,
    'Confirm your wallet and earn double',
  )
  const { id: posterId } = await poster.person.call('GET /api/user', {})
  await signIn(doer.page)
  await doer.page.goto(`/tasks?id=${task.id}`)
  await doer.page.getByRole('button', { name: 'Report this task' }).click()
  await doer.page
    .getByRole('dialog', { name: 'Report this task' })
    .getByRole('button', { name: 'Send' })
    .click()
  await take(doer.page, '60-report')
  const words = 'The page behind the link asks for all twelve words of my wallet.'
  await doer.person.call('POST /api/reports', { kind: 'task', id: task.id, reason: 'scam', words })
  await other.call('POST /api/reports', { kind: 'task', id: task.id, reason: 'harmful' })
  await other.call('POST /api/reports', {
    kind: 'user',
    id: posterId,
    reason: 'spam',
    words: 'Third one today.',
  })
  await poster.person.call('POST /api/reports', { kind: 'submission', id: submission.id, reason: 'copied' })

  const { page: admin } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(admin)
  await open(admin, '/admin?tab=reports', 'Confirm your wallet and earn double')
  await take(admin, '61-admin-reports')
  const dialog = admin.getByRole('dialog')
  for (const [button, reason] of [
    ['Hide task', 'It asks for the words of a wallet'],
    ['Suspend', 'Phishing'],
  ] as const) {
    await admin
      .getByRole('article')
      .first()
      .getByRole('button', { name: new RegExp(`^${button}:`) })
      .click()
    await dialog.getByRole('button', { name: button }).click()
    await take(admin, `62-admin-${button.split(' ')[0]?.toLowerCase()}`)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
  await take(admin, '63-admin-reports-after')
  await open(admin, '/admin?tab=audit', 'Admin Panel')
  await take(admin, '64-admin-audit')
  await open(admin, '/admin?tab=users', 'Admin Panel')
  await take(admin, '65-admin-users', { fullPage: false })
  await open(admin, '/admin?tab=tasks', 'Admin Panel')
  await take(admin, '66-admin-tasks', { fullPage: false })
  await signIn(poster.page)
  await open(poster.page, '/dashboard?tab=created', 'My Dashboard')
  await take(poster.page, '67-suspended')
  await poster.page.goto(`/tasks?id=${task.id}`)
  await expect(poster.page.getByRole('dialog')).toContainText('An admin has hidden this task')
  await take(poster.page, '68-hidden-task')
})

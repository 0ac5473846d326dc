import type { Output } from '../../domain/api.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { expect, signIn, test } from '../e2e/fixtures.ts'
import { openCreateTask } from '../e2e/task-fixtures.ts'
import { open, take } from './take-screenshots.ts'

const post = (poster: ApiUser, title: string, maxCompletions: number) =>
  poster.post({
    title,
    description: 'For a map of places to sit. Walk slowly, and look behind the bushes.',
    requirements: 'A number, and which park.',
    category: 'Research',
    reward: 40,
    maxCompletions,
    estimatedTime: 20,
    submissionType: 'text',
    reviewDays: 1,
  })

const submit = (doer: ApiUser, { id }: { id: string }, proofText: string) =>
  doer.call('POST /api/submissions', { taskId: id, proofText })

test('Places, review time, appeals and closing', async ({ site }) => {
  const poster = await site.newVisitor('Petra the poster')
  const doer = await site.newVisitor('Dean the doer')
  const late = await site.newVisitor('Lea who is late')
  const [one, two] = [await site.newApiUser(), await site.newApiUser()]

  await signIn(poster.page)
  const create = await openCreateTask(poster.page)
  await take(poster.page, '25-create-review-days', { shows: create.getByText('Held in escrow').last() })

  const task = await post(poster.person, 'Count the benches under the old plane trees', 2)
  const { id } = await submit(doer.person, task, 'Eleven, by the station.')
  const same = await submit(one, task, 'Twelve, by the river.')
  await signIn(late.page)
  await open(late.page, '/tasks?q=plane+trees', 'Available Tasks')
  await take(late.page, '26-tasks-all-taken')
  await open(late.page, `/tasks?id=${task.id}`, /plane trees/)
  await take(late.page, '26-task-all-taken', { shows: late.page.getByText('All places are taken for now') })

  await signIn(doer.page)
  await open(doer.page, `/tasks?id=${task.id}`, 'Your submission is pending review.')
  await take(doer.page, '35-own-pending')
  await doer.page.route('**/user-submission', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Output<'GET /api/tasks/{id}/user-submission'>
    if (json.submission) json.submission.waitsFor = 'wallet'
    await route.fulfill({ response, json })
  })
  await open(doer.page, `/tasks?id=${task.id}`, 'Your submission is pending review.')
  await take(doer.page, '35-own-needs-wallet')
  await doer.page.unroute('**/user-submission')

  await open(poster.page, '/dashboard?tab=created', 'My Dashboard')
  await take(poster.page, '48-dashboard-urgent')
  await open(poster.page, '/approvals', 'My Tasks Submissions')
  await take(poster.page, '48-approvals-urgent')
  const reject = (submission: { id: string }) =>
    poster.person.call('PATCH /api/submissions/{id}', {
      id: submission.id,
      status: 'rejected',
      feedback: 'Requirements not met: which station? The city has four.',
    })
  await reject({ id })
  await submit(two, task, 'Twelve, by the river.')
  await open(poster.page, `/approvals?review=${same.id}`, /plane trees/)
  await expect(poster.page.getByRole('dialog')).toContainText('1 other person handed in the same proof')
  await take(poster.page, '48-review-same-proof')

  await open(doer.page, `/tasks?id=${task.id}`, 'Your submission was rejected.')
  await take(doer.page, '36-appeal-offered')
  const own = doer.page.getByRole('dialog')
  await own.getByRole('button', { name: 'Appeal' }).click()
  await own
    .getByLabel('Why is the rejection wrong?')
    .fill('The city has one station. The other three are stops.')
  await own.getByLabel('Corrected text').fill('Eleven, by the central station, the day before yesterday.')
  await take(doer.page, '36-appeal-form')
  await own.getByRole('button', { name: 'Send appeal' }).click()
  await expect(own).toContainText('No place was free for it')
  await take(doer.page, '36-appeal-open', { shows: own.getByText('What the doer wrote') })
  await open(doer.page, '/dashboard?tab=submissions', 'My Dashboard')
  await take(doer.page, '36-dashboard-appeal')

  const admin = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(admin.page)
  await open(admin.page, '/admin?tab=appeals', 'Admin Panel')
  await take(admin.page, '64-admin-appeals')
  await open(admin.page, `/admin?tab=appeals&review=${id}`, /plane trees/)
  await expect(admin.page.getByRole('dialog')).toContainText('cannot pay the doer')
  await take(admin.page, '65-decide-no-place')
  await reject(same)
  await open(admin.page, `/admin?tab=appeals&review=${id}`, /plane trees/)
  await expect(admin.page.getByRole('dialog')).toContainText('upholding this appeal pays')
  await take(admin.page, '65-decide-with-place')
  await open(poster.page, '/dashboard?tab=created', 'My Dashboard')
  await poster.page.getByRole('button', { name: 'Close for new proofs' }).click()
  await take(poster.page, '49-close-with-pending')
  await poster.page.getByRole('button', { name: 'Close task' }).click()
  await expect(poster.page.getByRole('main')).toContainText('Closed for new proofs.')
  await take(poster.page, '49-closing')
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('There is only one station in that city.')
  await dialog.getByRole('button', { name: /^Uphold/ }).click()
  await expect(dialog.getByRole('button', { name: /Copy transaction hash/ })).toBeVisible()
  await take(admin.page, '65-decided')
  await open(doer.page, `/tasks?id=${task.id}`, /completed this task/)
  await take(doer.page, '37-appeal-upheld')
})

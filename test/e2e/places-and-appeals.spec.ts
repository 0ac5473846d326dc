import { toBaseUnits } from '../../domain/escrow.ts'
import * as waiting from '../../functions/table/waiting.ts'
import { tableFromEnvironment } from '../../ops/command.ts'
import { setLocalCredentials } from '../../ops/local-credentials.ts'
import { expectAccessible } from './accessibility.ts'
import { answerWallet, expect, signIn, test, toastOf } from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { fillTask, findTasks, newTask, openCreateTask, seePayment } from './task-fixtures.ts'

test('A rejected doer appeals, an admin upholds the appeal and the doer is paid, another gives up the place, and the poster closes the task with a pending proof', async ({
  site,
}) => {
  test.slow()
  const poster = await site.newVisitor('Pat the poster')
  const doer = await site.newVisitor('Dee the doer')
  const late = await site.newVisitor('Lea who is late')
  const other = await site.newVisitor('Otto who gives up')
  const title = `Two places for benches ${Date.now()}`

  await signIn(poster.page)
  const create = await openCreateTask(poster.page)
  await fillTask(create, { title, reward: 40, maxCompletions: 2 })
  await expect(create).toContainText('Proofs that you do not review within 7 days are approved and paid')
  await create.getByLabel('Review within, days').fill('1')
  await expect(create).toContainText('Proofs that you do not review within 1 day are approved and paid')
  await expect(create).toContainText(/The rest of the escrow returns on .* at the latest/)
  await create.getByRole('button', { name: 'Fund and create task' }).click()
  await answerWallet(poster.page, 'send this transaction')
  await expect(create).toContainText('Your task is live')

  const [task] = await findTasks(poster.person, title)
  const taskId = task?.id ?? ''
  const submit = (proofText: string) => ({ taskId, proofText })
  const { id } = await doer.person.call('POST /api/submissions', submit('Eleven, by the station.'))
  const second = await other.person.call('POST /api/submissions', submit('Twelve, by the river.'))

  await signIn(late.page)
  await late.page.clock.install()
  await late.page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  const card = late.page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText('All places taken')
  await expect(card).toContainText('Reviewed within 1 day, or paid automatically')
  await card.getByRole('link').click()
  const detail = late.page.getByRole('dialog')
  await expect(detail).toContainText(
    'All places are taken for now. A place becomes free when a rejection is final.',
  )
  await expect(detail.getByRole('button', { name: 'Submit proof' })).toHaveCount(0)
  await expectAccessible(late.page, 'a task whose places are all taken')

  await poster.page.goto(`/dashboard?tab=created&review=${id}`)
  const review = poster.page.getByRole('dialog')
  await expect(review).toContainText(/Paid automatically in 23 hours|1 day left/)
  await expectAccessible(poster.page, 'a review with little time left')
  await review.getByLabel('Feedback').fill('Which station?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review).toBeHidden()

  await signIn(doer.page, '/dashboard?tab=submissions')
  await doer.page.getByRole('link', { name: /^Appeal until/ }).click()
  const own = doer.page.getByRole('dialog')
  await expect(own).toContainText('Which station?')
  await own.getByRole('button', { name: 'Appeal' }).click()
  await expect(own).toContainText('Your proof keeps its place')
  await own.getByRole('button', { name: 'Send appeal' }).click()
  await expect(own.getByRole('alert')).toHaveText('Please say why the rejection is wrong.')
  await expectAccessible(doer.page, 'the form of an appeal')
  await own.getByLabel('Why is the rejection wrong?').fill('The city has one station.')
  await own.getByLabel('Corrected text').fill('Eleven, by the central station.')
  await expect(own.getByText('Draft kept')).toBeVisible()
  await doer.page.reload()
  await own.getByRole('button', { name: 'Appeal' }).click()
  await expect(own.getByLabel('Why is the rejection wrong?')).toHaveValue('The city has one station.')
  await own.getByRole('button', { name: 'Send appeal' }).click()
  await expect(own.getByRole('region', { name: 'Appeal' })).toContainText('The proof keeps its place.')

  const { page: adminPage } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(adminPage, '/admin?tab=appeals')
  const entry = adminPage.getByRole('region', { name: 'Open appeals' }).getByRole('listitem')
  await expect(entry.filter({ hasText: title })).toContainText('Pays 40 CENTS if upheld')
  await expectAccessible(adminPage, 'the appeals')
  await adminPage.getByRole('link', { name: `Decide ${title}` }).click()
  const decision = adminPage.getByRole('dialog')
  await expect(decision).toContainText('Eleven, by the central station.')
  await decision.getByRole('button', { name: 'Uphold and pay 40 CENTS' }).click()
  await expect(decision.getByRole('alert')).toHaveText('Please give a reason for the decision.')
  await expectAccessible(adminPage, 'the decision of an appeal')
  const before = await doer.person.balance()
  await decision.getByLabel('Reason').fill('There is only one station.')
  await decision.getByRole('button', { name: 'Uphold and pay 40 CENTS' }).click()
  await expect(toastOf(adminPage)).toBeVisible()
  await expect(decision.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
  expect((await doer.person.balance()) - before).toBe(toBaseUnits(40))
  await seePayment(doer.person)
  await doer.page.reload()
  await expect(own).toContainText('There is only one station.')

  await poster.person.call('PATCH /api/submissions/{id}', {
    id: second.id,
    status: 'rejected',
    feedback: 'No.',
  })
  await late.page.clock.runFor(15_000)
  await expect(detail).toContainText('All places are taken for now.')
  await signIn(other.page, `/tasks?id=${taskId}`)
  await other.page.getByRole('button', { name: 'Give up my place' }).click()
  await expect(other.page.getByRole('dialog')).toContainText('The rejection is final.')
  await late.page.clock.runFor(15_000)
  await expect(detail.getByRole('button', { name: 'Submit proof' })).toBeVisible()
  await late.person.call('POST /api/submissions', submit('Thirteen, by the school.'))

  await poster.page.goto('/dashboard?tab=created')
  const ticket = poster.page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first()
  await ticket.getByRole('button', { name: 'Close for new proofs' }).click()
  await expect(ticket).toContainText('Submitted proofs are still decided')
  await ticket.getByRole('button', { name: 'Close task' }).click()
  await expect(ticket).toContainText(
    'Closed for new proofs. The rest of the escrow, 40 CENTS at most, returns when 1 proof is decided, appeals included.',
  )
  await expectAccessible(poster.page, 'a closing task')
})

test('An admin selects several appeals and decides them with one reason; one that was decided meanwhile is named', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const title = `Benches with appeals ${Date.now()}`
  const task = await newTask(poster, title)
  const ids: string[] = []
  for (const proofText of ['Seven.', 'Eight.', 'Nine.']) {
    const doer = await site.newApiUser()
    const { id } = await doer.call('POST /api/submissions', { taskId: task.id, proofText })
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback: 'No.' })
    await doer.call('POST /api/submissions/{id}/appeal', { id, message: 'I counted them.' })
    ids.push(id)
  }
  const { page, person } = await site.newVisitor('Abe the admin', { admin: true })
  await signIn(page, '/admin?tab=appeals')
  const entries = page.getByRole('region', { name: 'Open appeals' }).getByRole('listitem')
  const own = entries.filter({ hasText: title })
  await expect(own).toHaveCount(3)
  for (const box of await own.getByRole('checkbox').all()) await box.check()
  await expectAccessible(page, 'selected appeals')
  await screenshot(page, 'selected appeals')
  await person.call('POST /api/admin/submissions/{id}/appeal', {
    id: ids[1] ?? '',
    decision: 'upheld',
    reason: 'The number is right.',
  })
  await page.getByRole('button', { name: 'Dismiss 3 appeals: selected' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'the decision of several appeals')
  await dialog.getByRole('button', { name: 'Dismiss 3 appeals' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please give a reason.')
  await dialog.getByLabel('Reason').fill('Copied proofs.')
  await dialog.getByRole('button', { name: 'Dismiss 3 appeals' }).click()
  await expect(toastOf(page)).toContainText('1 of 3 appeals not dismissed')
  await expect(toastOf(page)).toContainText(`“${title}”: This appeal is not open.`)
  await expect(dialog).toBeHidden()
  await expect(own).toHaveCount(0)
  const decisions = await Promise.all(ids.map((id) => person.call('GET /api/submissions/{id}', { id })))
  expect(decisions.map(({ appeal }) => appeal?.status)).toEqual(['dismissed', 'upheld', 'dismissed'])
})

test('A doer waits for a place, is told that one is reserved and submits the proof, while another leaves the list', async ({
  site,
}) => {
  setLocalCredentials()
  const { table } = tableFromEnvironment()
  const [poster, first] = [await site.newApiUser(), await site.newApiUser()]
  const task = await newTask(poster, `A bench to wait for ${Date.now()}`, 'text', { maxCompletions: 1 })
  const { id } = await first.call('POST /api/submissions', { taskId: task.id, proofText: 'One.' })
  const [{ page }, other] = [
    await site.newVisitor('Willa who waits'),
    await site.newVisitor('Leo who leaves'),
  ]
  for (const by of [page, other.page]) {
    await signIn(by)
    await by.goto(`/tasks?id=${task.id}`)
    await by.getByRole('button', { name: 'Tell me when a place is free' }).press('Enter')
    await expect(by.getByRole('button', { name: 'Leave the list' })).toBeFocused()
  }
  const detail = page.getByRole('dialog')
  await expect(detail).toContainText('You wait for a place: you are the next.')
  await expect(other.page.getByRole('dialog')).toContainText('1 person is before you.')
  await expectAccessible(other.page, 'a doer on a waiting list')
  await other.page.getByRole('button', { name: 'Leave the list' }).press('Enter')
  await expect(other.page.getByRole('button', { name: 'Tell me when a place is free' })).toBeFocused()

  await poster.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback: 'No.' })
  await first.call('DELETE /api/submissions/{id}/appeal', { id })
  await other.page.reload()
  // The free place is for the doer who waits.
  await expect(other.page.getByRole('button', { name: 'Tell me when a place is free' })).toBeVisible()
  await expect(other.page.getByLabel('Your proof')).toBeHidden()
  await waiting.offerPlaces(table, task, Date.now())
  await expect(detail).toContainText(/A place is reserved for you until .* [AP]M\./)
  await expectAccessible(page, 'a reserved place')
  await detail.getByLabel('Your proof').fill('Two.')
  await detail.getByRole('button', { name: 'Submit proof' }).click()
  await expect(detail).toContainText('Your submission is pending review.')
  await page.goto('/notifications')
  await expect(page.getByRole('main')).toContainText('A place is free for you')
})

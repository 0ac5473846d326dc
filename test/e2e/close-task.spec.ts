import type { Output } from '../../domain/api.ts'
import { expect, signIn, test, toastOf } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

const box = { x: 0, y: 0, width: 0, height: 0 }

test('A creator closes a task and gets the unclaimed TAX back, and the task page says Closed', async ({
  site,
}) => {
  const poster = await site.newVisitor('Cleo who closes')
  const title = `Closed benches ${Date.now()}`
  const task = await newTask(poster.person, title)
  const before = await poster.person.balance()
  const { page } = poster
  await signIn(page, '/dashboard?tab=created')
  const ticket = page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first()
  // The button that confirms appears under the pointer, and a double click must not press it.
  const { x, y, width, height } =
    (await ticket.getByRole('button', { name: /^Close and/ }).boundingBox()) ?? box
  await page.mouse.dblclick(x + width - 12, y + height / 2)
  await ticket.getByRole('button', { name: 'Keep it open' }).click()
  await ticket.getByRole('button', { name: 'Close and get 150 CENTS back' }).click()
  await ticket.getByRole('button', { name: 'Close task' }).click()
  await expect(toastOf(page)).toContainText('150 CENTS are on their way back to your wallet.')
  await expect(ticket).toContainText('Closed: 150 CENTS came back to your wallet.')
  await expect(page.locator('div:focus')).toHaveText(/^Closed: 150 CENTS/)
  await expect(ticket.getByRole('button', { name: 'Copy transaction hash' })).toBeVisible()
  expect((await poster.person.balance()) - before).toBe(150n * 10n ** 18n)

  await page.goto(`/tasks?id=${task.id}`)
  await expect(page.getByRole('dialog')).toContainText('Closed')
})

test('Closing a task with an undecided proof returns at once what the proof cannot claim, and says what waits', async ({
  site,
}) => {
  const poster = await site.newVisitor('Cora who closes early')
  const title = `Half closed benches ${Date.now()}`
  const task = await newTask(poster.person, title)
  const before = await poster.person.balance()
  const doer = await site.newApiUser()
  await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Seven.' })
  const { page } = poster
  await signIn(page)
  await page.goto('/dashboard?tab=created')
  const ticket = page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first()
  await expect(ticket).toContainText(
    '150 CENTS are not claimed yet. When you close this task, 120 CENTS return to your wallet at once. The other 30 CENTS wait until 1 proof is decided',
  )
  await ticket.getByRole('button', { name: 'Close and get 120 CENTS back' }).click()
  await ticket.getByRole('button', { name: 'Close task' }).click()
  await expect(ticket).toContainText(
    'Closed for new proofs. 120 CENTS came back to your wallet. The rest of the escrow, 30 CENTS at most, returns when 1 proof is decided',
  )
  expect((await poster.person.balance()) - before).toBe(120n * 10n ** 18n)
})

test('After the refund time the creator can ask the contract for a refund, and a refusal is shown by its name', async ({
  site,
}) => {
  const poster = await site.newVisitor('Rita who refunds')
  const title = `Refunded benches ${Date.now()}`
  await newTask(poster.person, title)
  const { page } = poster
  await signIn(page)
  await page.route('**/api/user/tasks', async (route) => {
    const tasks = (await (await route.fetch()).json()) as Output<'GET /api/user/tasks'>
    for (const task of tasks) task.escrow.refundableAt -= 60 * 24 * 3600
    await route.fulfill({ json: tasks })
  })
  await page.goto('/dashboard?tab=created')
  const ticket = page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first()
  await ticket.getByRole('button', { name: 'Refund 150 CENTS' }).click()
  // The changed refund time makes another escrow id, which the contract does not know.
  await expect(toastOf(page)).toContainText('The contract refuses: UnknownEscrow.')
})

test('An admin is led to the public figures and retries a failed payout', async ({ site }) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  const failed: Output<'GET /api/admin/money'>['failed'] = [
    {
      submissionId: id,
      taskId: id,
      userId: id,
      recipient: '0x0000000000000000000000000000000000000001',
      amount: 30,
      reason: 'InvalidRecipient(0)',
      userName: 'Una',
      taskTitle: 'Benches',
      createdAt: new Date().toISOString(),
    },
  ]
  await page.route('**/api/admin/money', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), failed } })
  })
  await page.route(`**/api/admin/payouts/${id}/retry`, (route) => {
    failed.length = 0
    return route.fulfill({ json: { status: 'paid', transactionHash: null, amount: 30, recipient: '' } })
  })
  await page.goto('/admin')
  const money = page.getByRole('region', { name: 'Money' })
  await expect(money.getByRole('link', { name: 'public figures' })).toHaveAttribute('href', '/money')
  await expect(money).toContainText(/Gas of the wallet.*BTC/)
  await expect(money).toContainText('InvalidRecipient(0)')
  await money.getByRole('button', { name: 'Retry' }).click()
  await expect(toastOf(page)).toContainText('Reward paid')
  await expect(money).not.toContainText('InvalidRecipient(0)')
})

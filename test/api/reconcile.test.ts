import { reconcilePart, reconcile as reconcileWith } from '../../functions/payouts/reconcile.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { type Key, keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { queues } from '../../functions/table/queue.ts'
import * as reconciliation from '../../functions/table/reconciliation.ts'
import { update } from '../../functions/table/table.ts'
import {
  connection,
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  postedTask,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'
import { form } from '../support/task-form.ts'

const reconcile = () => runOperatorCommand('ops/reconcile.ts', [], connection.env)

test('`reconcile` reports the totals and agreement while rewards are paid, refunded and due', async () => {
  await createDuePayouts(2)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  await createDuePayouts(3)
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 4 })
  await poster.call('POST /api/tasks/{id}/close', { id: task.id })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  await createDuePayouts(1)
  await poster.fund(form)
  const { code, output } = await reconcile()
  expect(output.replace(/ +/g, ' ').split('\n')).toEqual([
    'held by the contract 260 TAX, of a balance of 260',
    ' for the tasks 10 TAX, 4 tasks',
    ' funded, never saved 250 TAX',
    'owed to doers 10 TAX',
    ' due 10 TAX',
    ' failed 0 TAX',
    'paid to doers 50 TAX',
    'returned to funders 40 TAX',
    '',
    'Chain and table agree.',
  ])
  expect(code).toBe(0)
})

test('`reconcile` reports a payment of the in-flight transaction as pending and not as a difference', async () => {
  const one = await createDuePayout()
  const crashes = openOwnServices()
  // The process crashes after the broadcast and before the payout is marked paid.
  crashes.chain.receipt = async () => {
    throw new Error('The process is gone')
  }
  await expect(settle(crashes, inFiveSeconds())).rejects.toThrow('The process is gone')
  const { code, output } = await reconcile()
  expect(output).toContain(
    `PENDING     task ${one.submission.taskId}: slot 0, submission ${one.submission.id} is paid by the in-flight transaction`,
  )
  expect(output).toContain('Chain and table agree.')
  expect(code).toBe(0)
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('`reconcile` reports a payout without an approval, due or failed, and no payout that agrees with its approval', async () => {
  const approved = await createDuePayout()
  const set = { status: 'failed', reason: 'Blocked', gsi1pk: `${queues.failedPayouts.pk}0` }
  await own.table.write([update(keys.payout(approved.submission.id), { set })])
  await createDuePayout()
  const differences = async () => (await reconcileWith(own, 10)).differences
  expect(await differences()).toEqual([])

  const { task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const { submission } = await submittedTo(task)
  const { escrowId } = await storedTask(task.id)
  const { id: submissionId, taskId, userId } = submission
  const forged = { ...(await payoutOf(approved)), submissionId, taskId, userId, escrowId }
  await own.table.write([payouts.putDue({ ...forged, status: 'due', reason: null })])
  const difference = `payout of submission ${submissionId}: The submission is not approved`
  expect(await differences()).toEqual([difference])
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payouts.get(own.table, submissionId)).toMatchObject({ status: 'failed' })
  expect(await differences()).toEqual([difference])
  await own.table.write([{ delete: keys.payout(submissionId) }])
})

test('`reconcile` reports a payout and a task that cannot be read as differences, and compares the other tasks', async () => {
  const [bad, other] = [await createDuePayout(), await createDuePayout()]
  const set = (key: Key, value: unknown) =>
    own.table.write([update(key, { set: { reward: value, amount: value } })])
  const payoutKey = keys.payout(bad.submission.id)
  await set(payoutKey, 'ten')
  await set(keys.task(other.submission.taskId), 'ten')
  const { code, output } = await reconcile()
  expect(output).toContain(`DIFFERENCE  task ${bad.submission.taskId}: an item cannot be read (amount)`)
  expect(output).toContain(
    `DIFFERENCE  payout of submission ${bad.submission.id}: it cannot be read (amount)`,
  )
  expect(output).toContain(`DIFFERENCE  task ${other.submission.taskId}: an item cannot be read (reward)`)
  expect(code).toBe(1)
  await set(payoutKey, 10)
  await set(keys.task(other.submission.taskId), 10)
})

test('`reconcile` reports payouts paid only in the table or only on the chain as differences, and exits with 1', async () => {
  const [tableOnly, chainOnly] = [await createDuePayout(), await createDuePayout()]
  const mark = (id: string, status: string) => own.table.write([update(keys.payout(id), { set: { status } })])
  await mark(tableOnly.submission.id, 'paid')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  await mark(chainOnly.submission.id, 'due')
  const { code, output } = await reconcile()
  expect(output).toContain(
    `DIFFERENCE  task ${tableOnly.submission.taskId}: slot 0, submission ${tableOnly.submission.id} is paid in the table only`,
  )
  expect(output).toContain(
    `DIFFERENCE  task ${chainOnly.submission.taskId}: slot 0, submission ${chainOnly.submission.id} is paid on the chain only`,
  )
  expect(output.match(/DIFFERENCE/g)).toHaveLength(2)
  expect(code).toBe(1)
})

test('A due refund is pending however long ago its task was closed, and so is a funding that a reorganisation took back', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 1 })
  const lost = await postedTask({ reward: 10, maxCompletions: 1 })
  await poster.call('POST /api/tasks/{id}/close', { id: task.id })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const set = (id: string, values: Record<string, unknown>) =>
    own.table.write([update(keys.task(id), { set: values })])
  const { refunded } = await storedTask(task.id)
  const { escrowId } = await storedTask(lost.task.id)
  await set(task.id, { refunded: null, closedAt: '2026-01-01T00:00:00.000Z' })
  await set(lost.task.id, { escrowId: `0x${'1'.repeat(64)}`, fundingLost: '2026-01-01T00:00:00.000Z' })
  const { output } = await reconcile()
  expect(output).toContain(`PENDING     task ${task.id}: its refund is on the chain and not yet in the table`)
  expect(output).toContain(`PENDING     task ${lost.task.id}: a reorganisation took its funding back`)
  await set(task.id, { refunded })
  await own.table.write([update(keys.task(lost.task.id), { set: { escrowId }, remove: ['fundingLost'] })])
})

test('The scheduled parts compare every task, and count each difference once until it is repaired', async () => {
  const { task } = await postedTask({ reward: 10, maxCompletions: 1 })
  for (let more = 0; more < 20; more++) await postedTask({ reward: 10, maxCompletions: 1 })
  const reports: { differences: string[]; added: number; age: number }[] = []
  const part = async () => {
    await reconcilePart(own, (report) => reports.push(report), 10)
    return (await reconciliation.round(own.table))?.after
  }
  /** Runs the parts of one round. Returns the differences that they report, and how many of them are new. */
  const round = async () => {
    reports.length = 0
    while (await part());
    expect(reports.at(-1)?.age).toBe(0)
    const added = reports.reduce((sum, report) => sum + report.added, 0)
    return { found: reports.flatMap(({ differences }) => differences), added }
  }
  const set = (reward: number) => own.table.write([update(keys.task(task.id), { set: { reward } })])
  // The earlier tests of this file left differences.
  const { found: known } = await round()
  expect(reports.length).toBeGreaterThan(1)
  expect(await round()).toEqual({ found: known, added: 0 })
  await set(11)
  const text = `task ${task.id}: its reward or completions are not those of its escrow`
  const differing = await round()
  expect(differing.added).toBe(1)
  expect(differing.found.filter((one) => !known.includes(one))).toEqual([text])
  expect((await round()).added).toBe(0)
  await set(1.5)
  expect((await round()).found).toContainEqual(
    expect.stringMatching(`^task ${task.id}: an item cannot be read`),
  )
  await set(10)
  expect(await round()).toEqual({ found: known, added: 0 })
  await set(11)
  expect((await round()).added).toBe(1)
  await set(10)
})

test('Without its environment variables `reconcile` names the first variable to set', async () => {
  expect(await runOperatorCommand('ops/reconcile.ts', [], {})).toEqual({
    code: 1,
    output: 'Set TABLE_NAME to the table of the marketplace.',
  })
})

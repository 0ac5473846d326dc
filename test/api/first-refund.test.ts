import { setTimeout as wait } from 'node:timers/promises'
import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import type { Submission } from '../../domain/submission.ts'
import type { Task, TaskForm } from '../../domain/task.ts'
import { notify } from '../../functions/events/notify.ts'
import { replayEvents } from '../../functions/events/replay.ts'
import { publicMoney } from '../../functions/market/money.ts'
import { reconcile } from '../../functions/payouts/reconcile.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import { queues } from '../../functions/table/queue.ts'
import * as refunds from '../../functions/table/refunds.ts'
import { type Item, update } from '../../functions/table/table.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { statusAndMessage } from '../support/responses.ts'
import { form } from '../support/task-form.ts'

const fixture = openFixture(connection)
const admin = await fixture.newAdmin()
const close = 'POST /api/tasks/{id}/close'
const reason = 'It shows another tram.'

const review = (poster: ApiUser, { id }: Submission, status: 'approved' | 'rejected') =>
  poster.request('PATCH /api/submissions/{id}', { id, status, feedback: reason })
const appeal = (doer: ApiUser, { id }: Submission) =>
  doer.request('POST /api/submissions/{id}/appeal', { id, message: reason })
const decide = ({ id }: Submission, decision: 'upheld' | 'dismissed') =>
  admin.request('POST /api/admin/submissions/{id}/appeal', { id, decision, reason })

/** A task with an open appeal; `received` is what its poster has received since, in CENTS. */
async function appealed(changes: Partial<TaskForm>) {
  const { poster, task } = await postedTask({ reward: 10, ...changes })
  const before = await poster.balance()
  const { doer, submission } = await submittedTo(task)
  await review(poster, submission, 'rejected')
  expect((await appeal(doer, submission)).status).toBe(200)
  const received = async () => Number(((await poster.balance()) - before) / toBaseUnits(1))
  return { poster, task, doer, submission, received }
}

const escrowOf = async ({ id }: Pick<Task, 'id'>) => own.chain.escrow((await storedTask(id)).escrowId)
const differences = async () => (await reconcile(own, 10)).differences
const hash = expect.stringMatching(/^0x/)

test('One undecided appeal over 1 of 100 places keeps 1 reward in escrow, and 99 return when the task is closed', async () => {
  const { poster, task, submission, received } = await appealed({ maxCompletions: 100 })
  const waiting = { status: 'waiting', amount: 10, transactionHash: null }
  const first = { status: 'due', amount: 990, transactionHash: null }
  expect(await poster.call(close, { id: task.id })).toEqual({ ...waiting, firstPart: first })
  expect((await publicMoney(openOwnServices())).refundsDue).toMatchObject({ count: 1, amount: 990 })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await received()).toBe(990)
  const paid = { ...waiting, firstPart: { ...first, status: 'paid', transactionHash: hash } }
  expect(await poster.call(close, { id: task.id })).toEqual(paid)
  expect(await escrowOf(task)).toMatchObject({ slots: 1, closed: false })
  expect(await differences()).toEqual([])

  await decide(submission, 'dismissed')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await received()).toBe(1000)
  const rest = { ...paid, status: 'paid', transactionHash: hash }
  expect(await poster.call(close, { id: task.id })).toEqual(rest)
  expect(await escrowOf(task)).toMatchObject({ closed: true, paidCount: 0 })
  expect(await differences()).toEqual([])

  const services = { ...own, queueMail: async () => {}, startSettle: async () => {} }
  const events = replayEvents((await own.table.get(keys.task(task.id))) as Item)
  for (const event of [...events, ...events])
    if (event.type === 'refund.paid') await notify.react(services, event)
  const { notifications } = await poster.call('GET /api/notifications', {})
  const returned = notifications.filter(({ kind }) => kind === 'money-returned')
  expect(returned.map(({ amount }) => amount).sort()).toEqual([10, 990])
})

test('After the first part has returned, an upheld appeal is paid, nothing more returns, and no transaction closes the escrow', async () => {
  const { poster, task, doer, submission, received } = await appealed({ maxCompletions: 5 })
  await poster.call(close, { id: task.id })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  await decide(submission, 'upheld')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect([await received(), await doer.balance()]).toEqual([40, toBaseUnits(10)])
  expect(await escrowOf(task)).toMatchObject({ slots: 1, paidCount: 1, closed: false })
  expect(await poster.call(close, { id: task.id })).toMatchObject({ status: 'paid', amount: 0 })
  expect(await differences()).toEqual([])
})

test('If all proofs are decided before the first part is sent, everything returns in one transaction', async () => {
  const { poster, task, submission, received } = await appealed({ maxCompletions: 5 })
  await poster.call(close, { id: task.id })
  await decide(submission, 'dismissed')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await received()).toBe(50)
  expect(await poster.call(close, { id: task.id })).toEqual({
    ...{ status: 'paid', amount: 50, transactionHash: hash },
    firstPart: null,
  })
  expect(await escrowOf(task)).toMatchObject({ slots: 5, closed: true })
  expect(await differences()).toEqual([])
})

test('The first part returns although an approved reward of the task is in flight, and both are paid once', async () => {
  const { poster, task, received } = await appealed({ maxCompletions: 5 })
  const { doer, submission } = await submittedTo(task)
  await review(poster, submission, 'approved')
  const crashing = openOwnServices()
  crashing.sender.broadcast = async () => {
    throw new Error('The process is gone')
  }
  await expect(settle(crashing, inFiveSeconds())).rejects.toThrow('The process is gone')
  await poster.call(close, { id: task.id })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect([await received(), await doer.balance()]).toEqual([30, toBaseUnits(10)])
  expect(await escrowOf(task)).toMatchObject({ slots: 2, paidCount: 1, paidBitmap: 1n })

  const { escrowId } = await storedTask(task.id)
  await sendAsOperator(fixture, 'hold', [[escrowId], [2n]])
  expect(await escrowOf(task)).toMatchObject({ slots: 2, owedBitmap: 2n })
})

test('The first part is sent while the payment of an approved reward cannot be made, and takes no slot of it', async () => {
  const { poster, task, received } = await appealed({ maxCompletions: 5 })
  const { submission } = await submittedTo(task)
  await review(poster, submission, 'approved')
  const limited = openOwnServices()
  const { simulate } = limited.sender
  limited.sender.simulate = async (call) =>
    Array.isArray(call) ? { error: 'DailyLimitExceeded', reason: 'DailyLimitExceeded()' } : simulate(call)
  await poster.call(close, { id: task.id })
  expect(await settle(limited, inFiveSeconds())).toBe('waiting')
  expect(await received()).toBe(30)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await escrowOf(task)).toMatchObject({ slots: 2, paidCount: 1 })
})

test('With a contract that cannot shrink escrows, everything returns after the last decision', async () => {
  const { poster, task, submission, received } = await appealed({ maxCompletions: 5 })
  const old = openOwnServices()
  const { simulate } = old.sender
  old.sender.simulate = async (call) =>
    'shrinks' in call ? { error: 'NoRevertData', reason: 'missing revert data' } : simulate(call)
  await poster.call(close, { id: task.id })
  expect(await settle(old, inFiveSeconds())).toBe('done')
  expect(await poster.call(close, { id: task.id })).toMatchObject({
    status: 'waiting',
    amount: 50,
    firstPart: null,
  })
  await decide(submission, 'dismissed')
  expect(await settle(old, inFiveSeconds())).toBe('done')
  expect(await received()).toBe(50)
})

test('A task is not closed by what was read before another proof took its last place', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  await submittedTo(task)
  const stale = await storedTask(task.id)
  await submittedTo(task)
  expect(await refunds.close(own.table, stale, new Date().toISOString(), {})).toBe(false)
  const answer = await poster.call(close, { id: task.id })
  expect(answer).toEqual({ status: 'waiting', amount: 20, transactionHash: null, firstPart: null })
})

test('The escrow of a task that still takes proofs is not shrunk, although an item says that a first part is due', async () => {
  const { task, received } = await appealed({ maxCompletions: 5 })
  const set = { firstPart: null, ...queues.refunds.position('2026-01-01', task.id) }
  await own.table.write([update(keys.task(task.id), { set })])
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  expect([await received(), (await escrowOf(task))?.slots]).toEqual([0, 5])
  await own.table.write([update(keys.task(task.id), { remove: ['firstPart', ...queues.refunds.attributes] })])
})

test('A task cannot be created with an escrow of which a part has returned', async () => {
  const poster = await fixture.newFundedUser()
  const { escrow } = await poster.fund(form)
  const task = { ...form, contractAddress: fixture.site.siteConfig.escrowAddress, escrow }
  const terms = termsOf(task, { funder: poster.wallet.address, ...escrow })
  await sendAsOperator(fixture, 'shrinkEscrow', [terms, 2])
  expect(await statusAndMessage(poster.request('POST /api/tasks', task))).toEqual([
    409,
    'A part of this escrow has gone back to its funder already',
  ])
})

test('Closing, approving, rejecting, deciding an appeal and several settle runs at once lose no reward and return nothing twice', async () => {
  const slots = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const { poster, task, doer, submission, received } = await appealed({ maxCompletions: 5 })
    const [approved, rejected] = [await submittedTo(task), await submittedTo(task)]
    const late = (index: number) => wait(((round * 7 + index * 13) % 8) * 15)
    const late1 = await fixture.newUser()
    const runs = [0, 1, 2, 3].map((run) => late(run).then(() => settle(own, inFiveSeconds())))
    await Promise.all([
      late(4).then(() => poster.request(close, { id: task.id })),
      late(5).then(() => review(poster, approved.submission, 'approved')),
      late(6).then(() => review(poster, rejected.submission, 'rejected')),
      late(7).then(() => decide(submission, round % 2 ? 'upheld' : 'dismissed')),
      late(8).then(() => late1.request('POST /api/submissions', { taskId: task.id, proofText: 'Late' })),
      ...runs,
    ])
    while ((await settle(own, inFiveSeconds())) !== 'done') await wait(20)
    const state = await escrowOf(task)
    slots.add(state?.slots ?? 0)
    const { completions, undecided } = await storedTask(task.id)
    expect(state?.slots).toBeGreaterThanOrEqual(completions + undecided)
    expect(await differences()).toEqual([])

    await appeal(rejected.doer, rejected.submission)
    await decide(rejected.submission, 'upheld')
    for (const { id, status } of (
      await poster.call('GET /api/tasks/{id}/submissions', { id: task.id })
    ).filter((one) => one.status === 'pending'))
      expect([status, (await review(poster, { id } as Submission, 'approved')).status]).toEqual([
        'pending',
        200,
      ])
    while ((await settle(own, inFiveSeconds())) !== 'done') await wait(20)
    const after = await storedTask(task.id)
    const earned = [doer, approved.doer, rejected.doer, late1].map((one) => one.balance())
    const paid = (await Promise.all(earned)).reduce((sum, one) => sum + one, 0n)
    expect(paid).toBe(toBaseUnits(10 * after.completions))
    expect(await received()).toBe(50 - 10 * after.completions)
    expect(await differences()).toEqual([])
  }
  expect(slots.size).toBeGreaterThan(1)
}, 60_000)

import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import type { Payout } from '../../functions/table/payouts.ts'
import * as payouts from '../../functions/table/payouts.ts'
import {
  createDuePayout,
  duePayout,
  inFiveSeconds,
  own,
  payoutOf,
  postedTask,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

const thief = `0x${'ab'.repeat(20)}`

/** Reasons of the alarms that settle runs of the current test have raised. */
let alarms: string[] = []
const watched = { ...own, meter: { ...own.meter, waiting: (reason: string) => alarms.push(reason) } }

/** Another reward, with an approval, that is due beside the forged payout of each test. */
let honest: Awaited<ReturnType<typeof createDuePayout>>
beforeEach(async () => {
  alarms = []
  honest = await createDuePayout()
})
afterEach(async () => {
  expect(await payoutOf(honest)).toMatchObject({ status: 'paid' })
  expect(await honest.doer.balance()).toBe(toBaseUnits(10))
})

/** Runs settle and expects that it refuses this payout and pays nothing from its escrow. */
async function expectRefusal(submissionId: string, taskId: string, reason: string) {
  expect(await settle(watched, inFiveSeconds())).toBe('done')
  expect(await payouts.get(own.table, submissionId)).toMatchObject({
    status: 'failed',
    reason,
    transactionHash: null,
  })
  expect(alarms).toEqual(['MismatchedPayout'])
  const { escrowId } = await storedTask(taskId)
  expect(await own.chain.escrow(escrowId)).toMatchObject({ paidCount: 0 })
}

/** A task with a pending submission, and the payout that its approval would create, with these changes. */
async function pendingWithPayout(changes: Partial<Payout> = {}) {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const { submission } = await submittedTo(task)
  const { creatorId, escrowId, refundableAt } = await storedTask(task.id)
  const ofTask = { taskId: task.id, escrowId, creatorId, refundableAt }
  const ofDoer = { submissionId: submission.id, userId: submission.userId, recipient: thief }
  const payout = duePayout({ ...ofTask, ...ofDoer, ...changes })
  const write = () => own.table.write([payouts.putDue(payout)])
  return { payout, poster, submission, task, write }
}

test('A payout for a pending submission is not paid', async () => {
  const { submission, task, write } = await pendingWithPayout()
  await write()
  await expectRefusal(submission.id, task.id, 'The submission is not approved')
})

test('A payout for a rejected submission is not paid', async () => {
  const { poster, submission, task, write } = await pendingWithPayout()
  const verdict = { id: submission.id, status: 'rejected', feedback: 'No' } as const
  await poster.call('PATCH /api/submissions/{id}', verdict)
  await write()
  await expectRefusal(submission.id, task.id, 'The submission is not approved')
})

test('A payout without a submission is not paid', async () => {
  const { payout, task, write } = await pendingWithPayout({ userId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  await write()
  await expectRefusal(payout.submissionId, task.id, 'No submission or no task belongs to this payout')
})

test('A second payout for an approved submission, under an invented submission id, is not paid', async () => {
  const one = await createDuePayout()
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const { task, payout: other } = await pendingWithPayout()
  const genuine = await payoutOf(one)
  const forged = { ...other, taskId: genuine.taskId, userId: genuine.userId, submissionId: '01INVENTED' }
  await own.table.write([payouts.putDue({ ...forged, escrowId: genuine.escrowId })])
  honest = await createDuePayout()
  await expectRefusal('01INVENTED', task.id, 'No submission or no task belongs to this payout')
  expect(await own.chain.escrow(genuine.escrowId)).toMatchObject({ paidCount: 1 })
})

test.each<[string, (payout: Payout) => Partial<Payout>, string]>([
  ['wallet', () => ({ recipient: thief }), 'The payout names another wallet than its approval'],
  ['amount', () => ({ amount: 11 }), 'The payout has another amount than the reward of its task'],
  ['slot', () => ({ slot: 1 }), 'The payout names another slot than its approval'],
  ['unclaimed slot', () => ({ slot: 2 }), 'No approval of this task has claimed the slot of the payout'],
  ['escrow', () => ({ escrowId: `0x${'e0'.repeat(32)}` }), 'The payout names another escrow than its task'],
])('A payout with another %s than its approval is not paid', async (_, changesOf, reason) => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const all = [await submittedTo(task), await submittedTo(task)]
  for (const { submission } of all)
    await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const [one, other] = all as [(typeof all)[number], (typeof all)[number]]
  await own.table.write([{ delete: keys.payout(other.submission.id) }])
  const payout = await payoutOf(one)
  await own.table.write([{ delete: keys.payout(payout.submissionId) }])
  await own.table.write([payouts.putDue({ ...payout, ...changesOf(payout) })])
  await expectRefusal(payout.submissionId, task.id, reason)
  expect(await one.doer.balance()).toBe(0n)
})

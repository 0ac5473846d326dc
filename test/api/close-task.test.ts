import { setTimeout as wait } from 'node:timers/promises'
import { toBaseUnits } from '../../domain/escrow.ts'
import { type Refund, termsOf } from '../../domain/refund.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { recentTime } from '../support/recent-time.ts'
import { statusAndMessage } from '../support/responses.ts'
import { allItems, findInconsistencies } from '../support/table-consistency.ts'

// This file starts its own stack, because its last test audits the whole table while nobody else may write.
const { connection } = await startIsolatedStack({}, { stream: true })
const fixture = openFixture(connection)
const { newAdmin, newVisitor, postedTask, submittedTo, newUser } = fixture
const { chain } = fixture.openOwnServices()
const close = 'POST /api/tasks/{id}/close'

/** The task as the dashboard of its creator shows it. */
async function createdTask(poster: ApiUser, id: string) {
  const { createdTasks } = await poster.call('GET /api/dashboard', {})
  const task = createdTasks.find((one) => one.id === id)
  if (!task) throw new Error('The task is not on its creator’s dashboard')
  return { ...task, terms: termsOf(task, task.escrow) }
}

/** Repeats the call until the refund has been paid. */
async function closedAndPaid(poster: ApiUser, id: string): Promise<Refund> {
  return vi.waitFor(
    async () => {
      const refund = await poster.call(close, { id })
      expect(refund.status).toBe('paid')
      return refund
    },
    { timeout: 15_000, interval: 50 },
  )
}

const approve = (poster: ApiUser, { submission: { id } }: { submission: { id: string } }) =>
  poster.request('PATCH /api/submissions/{id}', { id, status: 'approved' })

test('Closing a task returns the remainder to its funder once and closes the escrow, the task and its listing', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 4 })
  const done = await submittedTo(task)
  await approve(poster, done)
  await poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: done.doer.id })
  const before = await poster.balance()

  const due = { status: 'due', amount: 30, transactionHash: null, firstPart: null }
  const answer = await poster.request(close, { id: task.id })
  expect([answer.status, await answer.json()]).toEqual([202, due])
  const refund = await closedAndPaid(poster, task.id)
  expect(refund).toEqual({ ...due, status: 'paid', transactionHash: expect.stringMatching(/^0x/) })
  expect((await poster.balance()) - before).toBe(toBaseUnits(30))
  expect(await poster.call(close, { id: task.id })).toEqual(refund)
  expect((await poster.balance()) - before).toBe(toBaseUnits(30))

  const saved = await createdTask(poster, task.id)
  expect(saved).toMatchObject({ refund, isActive: false, closedAt: recentTime })
  expect(await chain.escrow(await chain.escrowId(saved.terms))).toMatchObject({ closed: true, paidCount: 1 })
  const seen = await newVisitor().call('GET /api/tasks/{id}', { id: task.id })
  expect(seen).toMatchObject({ isActive: false, closedAt: saved.closedAt })
  const listed = async (status: 'open' | 'closed') =>
    (await newVisitor().call('GET /api/tasks', { status })).map(({ id }) => id).includes(task.id)
  expect([await listed('open'), await listed('closed')]).toEqual([false, true])
  expect(
    await statusAndMessage(
      (await newUser()).request('POST /api/submissions', { taskId: task.id, proofText: 'Late' }),
    ),
  ).toEqual([409, 'This task no longer takes submissions'])
})

test('An admin can close the draft of another user, and the closed draft stays hidden from others', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 1, isActive: false })
  const before = await poster.balance()
  expect((await (await newUser()).request(close, { id: task.id })).status).toBe(404)
  expect(await closedAndPaid(await newAdmin(), task.id)).toMatchObject({ amount: 10 })
  expect((await poster.balance()) - before).toBe(toBaseUnits(10))
  expect((await newVisitor().request('GET /api/tasks/{id}', { id: task.id })).status).toBe(404)
  expect(await poster.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ isActive: false })
})

test('Closing a task answers 409 when no money is left', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 1 })
  await approve(poster, await submittedTo(task))
  const refused = await statusAndMessage(poster.request(close, { id: task.id }))
  expect(refused).toEqual([409, expect.stringMatching(/nothing is left/)])
  expect(await poster.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ isActive: true })
})

test('Concurrent closing, approving and submitting leave balances and counts consistent', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
    const before = await poster.balance()
    const pendingOne = round % 3 === 0 ? null : await submittedTo(task)
    const late = await newUser()
    const [closed, verdict, submitted] = await Promise.all([
      wait((round % 4) * 12).then(() => poster.request(close, { id: task.id })),
      pendingOne && approve(poster, pendingOne),
      wait(round * 3).then(() =>
        late.request('POST /api/submissions', { taskId: task.id, proofText: 'Just in time' }),
      ),
    ])
    outcomes.add(`${closed.status} ${submitted.status}`)
    const { submissions } = await createdTask(poster, task.id)
    expect(closed.status).toBeLessThan(300)
    const pending = submissions.filter(({ status }) => status === 'pending')
    expect(pending.length).toBe(
      Number(submitted.status === 200) + Number(pendingOne !== null && verdict?.status !== 200),
    )
    for (const { id } of pending) await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
    const { completions, refund, terms } = await createdTask(poster, task.id)
    expect((refund?.amount ?? 0) + (refund?.firstPart?.amount ?? 0)).toBe(10 * (3 - completions))
    await closedAndPaid(poster, task.id)
    const escrowId = await chain.escrowId(terms)
    // If nothing is left beside the first part, no refund waits for the payouts.
    await vi.waitFor(
      async () => expect(await chain.escrow(escrowId)).toMatchObject({ paidCount: completions }),
      { timeout: 15_000 },
    )
    const state = await chain.escrow(escrowId)
    expect(state?.closed || state?.slots === completions).toBe(true)
    expect((await poster.balance()) - before).toBe(toBaseUnits(10 * (3 - completions)))
  }
  expect(outcomes.size).toBeGreaterThan(1)
})

test('After all tests of this file, the audit finds no inconsistency in the table', async () => {
  const items = await allItems(connection)
  expect(items.filter(({ sk }) => sk === 'TASK').length).toBeGreaterThan(14)
  expect(findInconsistencies(items)).toEqual([])
})

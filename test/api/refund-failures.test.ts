import { afterAll, expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import type { Services } from '../../functions/context.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { partitions } from '../../functions/table/keys.ts'
import * as refunds from '../../functions/table/refunds.ts'
import { sendAsOwner } from '../support/escrow-owner.ts'
import {
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  stack,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

afterAll(() => stack.close())

const close = 'POST /api/tasks/{id}/close'

/** A task of three that its creator has just closed, its refund due, and what its creator had before. */
async function closing() {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const before = await poster.balance()
  const stored = await storedTask(task.id)
  expect(await refunds.close(own.table, stored, new Date().toISOString(), false)).toBe(true)
  return { poster, id: task.id, back: async () => (await poster.balance()) - before }
}

/** Services whose chain answers some calls otherwise. */
function calling(chain: Partial<Services['chain']>): Services {
  const services = openOwnServices()
  Object.assign(services.chain, chain)
  return services
}

/** The refunds that are due, in the order in which they have their turn. */
const queue = async () =>
  (await own.table.query({ index: 'gsi2', pk: partitions.refundsDue, limit: 100 })).items
const placeOf = async (taskId: string) => String((await queue()).find(({ id }) => id === taskId)?.gsi2sk)

/** Settles with these faults, which may end it as a crash does; then lets its lease run out. */
async function crashing(chain: Partial<Services['chain']>) {
  const faulty = calling(chain)
  await settle({ ...faulty, config: { ...faulty.config, FINALITY: 65 } }, inFiveSeconds()).catch(() => {})
}

const crash = async () => {
  throw new Error('The process is gone')
}

test.each([
  ['after it was recorded, before it is handed in', { broadcast: crash }],
  ['after it was handed in, before it is known to be mined', { receipt: crash }],
  ['after it was mined, before it is noted', { closedBy: crash, escrow: escrowOnce() }],
  ['before anything is signed', { signClose: crash }],
])('a crash %s neither loses nor doubles a refund', async (_, faults) => {
  const { id, back } = await closing()
  await crashing(faults)
  await crashing(faults)
  expect((await storedTask(id)).refunded).toBe(null)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect((await storedTask(id)).refunded).toMatchObject({ cents: 30, hash: expect.stringMatching(/^0x/) })
  expect(await back()).toBe(toBaseUnits(30))
})

/** The chain's own answer, so that only what follows it fails. */
function escrowOnce(): Services['chain']['escrow'] {
  return (id, blocksAgo) => own.chain.escrow(id, blocksAgo)
}

test('a refund that cannot be looked at goes to the end of the queue and holds up no other', async () => {
  const [broken, other] = [await closing(), await closing()]
  const { escrowId } = await storedTask(broken.id)
  const before = await placeOf(broken.id)
  const services = calling({
    escrow: (id, blocksAgo) => (id === escrowId ? crash() : own.chain.escrow(id, blocksAgo)),
  })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await other.back()).toBe(toBaseUnits(30))
  expect((await placeOf(broken.id)) > before).toBe(true)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await broken.back()).toBe(toBaseUnits(30))
})

test('a refund that a node refuses without a word leaves the next run to another', async () => {
  const [refused, other] = [await closing(), await closing()]
  const { escrowId } = await storedTask(refused.id)
  const services = calling({
    simulateClose: async (terms) =>
      own.chain.escrowId(terms) === escrowId
        ? { error: 'NoRevertData', reason: 'missing revert data' }
        : own.chain.simulateClose(terms),
  })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await other.back()).toBe(0n)
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await other.back()).toBe(toBaseUnits(30))
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('a refund that has to wait is looked at once in a run, at the end of the queue', async () => {
  const [waiting, other, third] = [await closing(), await closing(), await closing()]
  const { escrowId } = await storedTask(waiting.id)
  let looks = 0
  const services = calling({
    simulateClose: async (terms) => {
      if (own.chain.escrowId(terms) !== escrowId) return own.chain.simulateClose(terms)
      looks++
      return { error: 'UnknownEscrow', reason: 'UnknownEscrow()' }
    },
  })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(looks).toBe(1)
  for (const { back } of [other, third]) expect(await back()).toBe(toBaseUnits(30))
  expect((await queue()).map(({ id }) => id)).toEqual([waiting.id])
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('a refund whose transaction no node can name is noted without it, once no reorganisation takes it back', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await doer.balance()).toBe(toBaseUnits(10))
  const before = await poster.balance()
  const stored = await storedTask(task.id)
  expect(await refunds.close(own.table, stored, new Date().toISOString(), false)).toBe(true)

  const services = calling({ closedBy: crash })
  services.config = { ...services.config, FINALITY: 65 }
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect((await poster.balance()) - before).toBe(toBaseUnits(20))
  expect((await storedTask(task.id)).refunded).toBe(null)
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settle(services, inFiveSeconds())).toBe('done')
  expect((await storedTask(task.id)).refunded).toEqual({ cents: 20, hash: null })
  expect(await poster.call(close, { id: task.id })).toEqual({
    status: 'paid',
    amount: 20,
    transactionHash: null,
  })
  expect((await refunds.confirming(own.table, '9999', 100)).map(({ id }) => id)).not.toContain(task.id)
})

test('while the contract is paused a refund waits, with the task closed, and goes when the pause is over', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  await sendAsOwner('pause')
  const waiting = await poster.request(close, { id: task.id })
  expect([waiting.status, await waiting.json()]).toEqual([
    202,
    { status: 'due', amount: 30, transactionHash: null },
  ])
  expect(await poster.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ isActive: false })
  await sendAsOwner('unpause')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await poster.call(close, { id: task.id })).toMatchObject({ status: 'paid', amount: 30 })
})

test('rewards that wait hold up no refund, and a refund waits for the rewards of its own task', async () => {
  const owed = await createDuePayouts(2)
  const [first] = owed.all
  const owing = await storedTask(first?.submission.taskId ?? '')
  await sendAsOwner('setDailyLimit', 0)
  const { back, id } = await closing()
  // As if the check before closing had been passed by a chain that then forgot a block.
  expect(await refunds.close(own.table, owing, new Date().toISOString(), false)).toBe(true)
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  expect((await storedTask(id)).refunded).toMatchObject({ cents: 30 })
  expect(await back()).toBe(toBaseUnits(30))
  expect(await own.chain.escrow(owing.escrowId)).toMatchObject({ closed: false, paidCount: 0 })

  await sendAsOwner('setDailyLimit', toBaseUnits(1000))
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await own.chain.escrow(owing.escrowId)).toMatchObject({ closed: true, paidCount: 2 })
  expect((await storedTask(owing.id)).refunded).toMatchObject({ cents: 0 })
})

test('from the refund time on anyone returns the money without us, and closing notes whose transaction it was', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { createdTasks } = await poster.call('GET /api/dashboard', {})
  const escrow = createdTasks[0]?.escrow
  if (!escrow) throw new Error('The task is not on the dashboard')
  const before = await poster.balance()
  await provider.send('evm_setNextBlockTimestamp', [escrow.refundableAt])
  const transactionHash = await sendAsOwner('refund', termsOf(task, escrow))
  expect((await poster.balance()) - before).toBe(toBaseUnits(30))
  expect(await poster.call(close, { id: task.id })).toEqual({
    status: 'paid',
    amount: 30,
    transactionHash,
  })
})

import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { queues } from '../../functions/table/queue.ts'
import * as refunds from '../../functions/table/refunds.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
import { changeAtOnce, sendAsOwner } from '../support/escrow-owner.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

const close = 'POST /api/tasks/{id}/close'

/**
 * A closed task whose refund of 3 unpaid completions is due, or the first part of one; `received` is what its creator has received
 * since.
 */
async function dueRefund(part: 'refunded' | 'firstPart' = 'refunded') {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: part === 'refunded' ? 3 : 4 })
  if (part === 'firstPart') await submittedTo(task)
  const before = await poster.balance()
  const stored = await storedTask(task.id)
  expect(await refunds.close(own.table, stored, new Date().toISOString(), {})).toBe(true)
  return { poster, id: task.id, received: async () => (await poster.balance()) - before }
}

type Faults = { [Part in 'chain' | 'sender' | 'table']?: Partial<PayoutServices[Part]> }

/** Services with some calls replaced. */
function withFaults({ chain, sender, table }: Faults): PayoutServices {
  const services = openOwnServices()
  Object.assign(services.chain, chain)
  Object.assign(services.sender, sender)
  return { ...services, table: { ...services.table, ...table } }
}

/** The due refunds in the order in which they are processed. */
const queue = async () => (await own.table.query({ index: 'gsi2', pk: queues.refunds.pk, limit: 100 })).items
const sortKeyOf = async (taskId: string) => String((await queue()).find(({ id }) => id === taskId)?.gsi2sk)

/** Runs settle with these faults. The run may throw, as in a crash. */
async function settleWithFaults(faults: Faults) {
  const faulty = withFaults(faults)
  await settle({ ...faulty, config: { ...faulty.config, FINALITY: 65 } }, inFiveSeconds()).catch(() => {})
}

const crash = async () => {
  throw new Error('The process is gone')
}

/** Crashes when a refund is recorded as paid. */
const crashWhenRecorded: PayoutServices['table']['write'] = (writes) =>
  writes.some((one) => 'update' in one && /^SET #(refunded|firstPart)/.test(one.set))
    ? crash()
    : own.table.write(writes)

describe.each(['refunded', 'firstPart'] as const)('Of a task in whose item it is `%s`,', (part) => {
  test.each<[string, Faults]>([
    ['before the transaction is signed', { sender: { sign: crash } }],
    ['after the transaction is recorded and before it is broadcast', { sender: { broadcast: crash } }],
    ['after the transaction is broadcast and before its receipt is read', { chain: { receipt: crash } }],
    [
      'after the transaction is mined and before the refund is recorded',
      { table: { write: crashWhenRecorded } },
    ],
  ])('After two crashes %s, a refund is still paid exactly once', async (_, faults) => {
    const { id, received } = await dueRefund(part)
    await settleWithFaults(faults)
    await settleWithFaults(faults)
    expect((await storedTask(id))[part]).toBe(null)
    expect(await settle(own, inFiveSeconds())).toBe('done')
    expect((await storedTask(id))[part]).toMatchObject({ cents: 30, hash: expect.stringMatching(/^0x/) })
    expect(await received()).toBe(toBaseUnits(30))
  })
})

test('A refund whose escrow cannot be read moves to the end of the queue and does not block other refunds', async () => {
  const [broken, other] = [await dueRefund(), await dueRefund()]
  const { escrowId } = await storedTask(broken.id)
  const before = await sortKeyOf(broken.id)
  const services = withFaults({
    chain: { escrow: (id, blocksAgo) => (id === escrowId ? crash() : own.chain.escrow(id, blocksAgo)) },
  })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await other.received()).toBe(toBaseUnits(30))
  expect((await sortKeyOf(broken.id)) > before).toBe(true)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await broken.received()).toBe(toBaseUnits(30))
})

test('After a refund whose simulation fails without revert data, the next run processes another refund', async () => {
  const [refused, other] = [await dueRefund(), await dueRefund()]
  const { escrowId } = await storedTask(refused.id)
  const simulate: PayoutServices['sender']['simulate'] = async (call) =>
    'closes' in call && (await own.chain.escrowId(call.closes)) === escrowId
      ? { error: 'NoRevertData', reason: 'missing revert data' }
      : own.sender.simulate(call)
  const services = withFaults({ sender: { simulate } })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await other.received()).toBe(0n)
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await other.received()).toBe(toBaseUnits(30))
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('A refund that has to wait is simulated once in a run and then moves to the end of the queue', async () => {
  const [waiting, other, third] = [await dueRefund(), await dueRefund(), await dueRefund()]
  const { escrowId } = await storedTask(waiting.id)
  let simulations = 0
  const simulate: PayoutServices['sender']['simulate'] = async (call) => {
    if (!('closes' in call) || (await own.chain.escrowId(call.closes)) !== escrowId)
      return own.sender.simulate(call)
    simulations++
    return { error: 'UnknownEscrow', reason: 'UnknownEscrow()' }
  }
  const services = withFaults({ sender: { simulate } })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(simulations).toBe(1)
  for (const { received } of [other, third]) expect(await received()).toBe(toBaseUnits(30))
  expect((await queue()).map(({ id }) => id)).toEqual([waiting.id])
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('A refund that somebody else made is recorded without a hash once it is final', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await doer.balance()).toBe(toBaseUnits(10))
  const before = await poster.balance()
  const stored = await storedTask(task.id)
  await sendAsOperator(openFixture(connection), 'close', [termsOf(stored, stored)])
  expect((await poster.balance()) - before).toBe(toBaseUnits(20))
  expect(await poster.call(close, { id: task.id })).toMatchObject({ status: 'due', amount: 20 })

  const services = withFaults({})
  services.config = { ...services.config, FINALITY: 65 }
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect((await storedTask(task.id)).refunded).toBe(null)
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settle(services, inFiveSeconds())).toBe('done')
  expect((await storedTask(task.id)).refunded).toEqual({ cents: 20, hash: null })
  expect(await poster.call(close, { id: task.id })).toEqual({
    status: 'paid',
    amount: 20,
    transactionHash: null,
    firstPart: null,
  })
  expect((await refunds.confirming(own.table, '9999', 100)).map(({ id }) => id)).not.toContain(task.id)
})

test('While the contract is paused, the task is closed and its refund waits; after the pause the refund is paid', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  await sendAsOwner('pause')
  const waiting = await poster.request(close, { id: task.id })
  expect([waiting.status, await waiting.json()]).toEqual([
    202,
    { status: 'due', amount: 30, transactionHash: null, firstPart: null },
  ])
  expect(await poster.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ isActive: false })
  await sendAsOwner('unpause')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await poster.call(close, { id: task.id })).toMatchObject({ status: 'paid', amount: 30 })
})

test('Waiting payouts do not block the refunds of other tasks, but a refund waits for the payouts of its own task', async () => {
  const owed = await createDuePayouts(2)
  const [first] = owed.all
  const owing = await storedTask(first?.submission.taskId ?? '')
  await changeAtOnce('setDailyLimit', 0)
  const { received, id } = await dueRefund()
  expect(await refunds.close(own.table, owing, new Date().toISOString(), {})).toBe(true)
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  expect((await storedTask(id)).refunded).toMatchObject({ cents: 30 })
  expect(await received()).toBe(toBaseUnits(30))
  expect(await own.chain.escrow(owing.escrowId)).toMatchObject({ closed: false, paidCount: 0 })

  await changeAtOnce('setDailyLimit', toBaseUnits(1000))
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await own.chain.escrow(owing.escrowId)).toMatchObject({ closed: true, paidCount: 2 })
  expect((await storedTask(owing.id)).refunded).toMatchObject({ cents: 0 })
})

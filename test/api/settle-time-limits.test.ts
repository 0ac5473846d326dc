import { toBaseUnits } from '../../domain/escrow.ts'
import { settle, settleDue } from '../../functions/payouts/settle.ts'
import type { Services } from '../../functions/runtime/context.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import type { Payout } from '../../functions/table/payouts.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { queues } from '../../functions/table/queue.ts'
import {
  createDuePayout,
  createDuePayouts,
  duePayout,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  withReasons,
} from '../support/isolated-fixture.ts'

const refusal = { error: 'NoRevertData', reason: 'missing revert data' }
const unknown = `0x${'e0'.repeat(16)}`

/** Due payouts with approvals, each of a task whose escrow does not exist on the chain. Deleted after each test. */
const fakePayouts: Payout[] = []
const keysOf = ({ escrowId, submissionId, taskId, userId }: Payout) =>
  [
    keys.payout(submissionId),
    keys.submission(taskId, userId),
    keys.task(taskId),
    keys.escrow(escrowId),
  ] as const
afterEach(async () => {
  for (const payout of fakePayouts.splice(0))
    await own.table.write(keysOf(payout).map((key) => ({ delete: key })))
})

const createdAt = '2026-01-01T00:00:00.000Z'

/** The items of a payout, its approved submission and its task, which the made-up payouts copy. */
const template = await createDuePayout()
const [, submissionItem, taskItem] = await Promise.all(
  keysOf(await payoutOf(template)).map((key) => own.table.get(key)),
)
await settle(own, inFiveSeconds())

/** The item of a due payout. */
const itemOf = (payout: Payout): object => {
  const write = payouts.putDue(payout)
  return 'put' in write ? write.put : {}
}

/** @param changes attributes of the payout with this number */
async function createFakePayouts(count: number, changes: (number: number) => object = () => ({})) {
  for (let number = 0; number < count; number++) {
    const id = `01MADEUP${String(number).padStart(18, '0')}`
    const escrowId = `${unknown}${String(number).padStart(32, '0')}`
    const unproven = duePayout({ submissionId: id, taskId: id, userId: id, escrowId, createdAt })
    const payout = { ...unproven, mac: await own.approvals.prove(unproven) }
    const { amount, creatorId, recipient, refundableAt, slot } = payout
    const [ofPayout, ofSubmission, ofTask, ofEscrow] = keysOf(payout)
    fakePayouts.push(payout)
    await own.table.write([
      { put: { ...itemOf(payout), ...changes(number), ...ofPayout } },
      { put: { ...submissionItem, id, taskId: id, userId: id, slot, wallet: recipient, ...ofSubmission } },
      { put: { escrowId, taskId: id, ...ofEscrow } },
      { put: { ...taskItem, id, escrowId, creatorId, refundableAt, reward: amount, ...ofTask } },
    ])
  }
}

/** Wraps a function and counts its calls; `most` is the highest number of concurrent calls. */
function counted<P extends unknown[], R>(call: (...parameters: P) => Promise<R>) {
  const count = { calls: 0, concurrent: 0, most: 0 }
  const counting = async (...parameters: P): Promise<R> => {
    count.calls++
    count.most = Math.max(count.most, ++count.concurrent)
    return call(...parameters).finally(() => count.concurrent--)
  }
  return { count, counting }
}

/** Services whose node refuses every simulation with DailyLimitExceeded. Each simulation advances the clock by `milliseconds`. */
function slowRefusals(
  milliseconds: number,
  beforeEachSimulation: (now: number) => Promise<void> = async () => {},
) {
  let clock = Date.now()
  const services = openOwnServices({ now: () => clock })
  const { count, counting } = counted(async () => {
    await beforeEachSimulation(clock)
    clock += milliseconds
    return refusal
  })
  services.sender.simulate = counting
  return { services, count }
}

const queue = async () =>
  (await payouts.due(own.table, Date.now(), '')).inTurns.map(({ submissionId }) => submissionId)

test('Planning a batch stops at the deadline of the settle run', async () => {
  const { all } = await createDuePayouts(4)
  const { services, count } = slowRefusals(10_000)
  expect(await settle(services, services.now() + 15_000)).toBe('waiting')
  expect(count.calls).toBe(2)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  for (const one of all) expect(await one.doer.balance()).toBe(toBaseUnits(10))
})

test('The lease is extended while planning takes longer than the lease', async () => {
  await createDuePayouts(4)
  const ends: number[] = []
  const { services, count } = slowRefusals(45_000, async (now) => {
    ends.push(Number((await own.table.get(keys.lease))?.expiresAt) - now)
  })
  expect(await settle(services, services.now() + 600_000)).toBe('waiting')
  expect(count.calls).toBeGreaterThan(2)
  expect(Math.min(...ends)).toBeGreaterThan(0)
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test.each([
  'NoRevertData',
  'SlotAlreadyPaid',
  'UnknownEscrow',
])('A payout for which a node wrongly reports %s moves to the end of the queue immediately, even if the process crashes next, and is paid later', async (error) => {
  const [first, second] = [await createDuePayout(), await createDuePayout()]
  const crashing = openOwnServices()
  crashing.sender.simulate = async (call) => {
    if ('some' in call && call.some(({ recipient }) => recipient === first.doer.wallet.address))
      return { error, reason: `${error}()` }
    throw new Error('The process is gone')
  }
  expect(await queue()).toEqual([first.submission.id, second.submission.id])
  await expect(settle(crashing, inFiveSeconds())).rejects.toThrow('The process is gone')
  expect(await queue()).toEqual([second.submission.id, first.submission.id])
  expect(await settle(own, inFiveSeconds())).toBe('done')
  for (const one of [first, second]) expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
})

test('A payout of an escrow unknown to the chain moves to the end of the queue without simulation', async () => {
  await createFakePayouts(1)
  const one = await createDuePayout()
  const services = openOwnServices()
  const simulated: string[] = []
  const { simulate } = services.sender
  services.sender.simulate = (call) => {
    if ('map' in call) simulated.push(...call.map(({ escrowId }) => escrowId))
    return simulate(call)
  }
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  expect(simulated.length).toBeGreaterThan(0)
  expect(simulated.filter((escrowId) => escrowId.startsWith(unknown))).toEqual([])
  expect((await own.table.get(keys.payout(fakePayouts[0]?.submissionId ?? '')))?.gsi1sk).toMatch(
    /#2\d+-(?!01-01)/,
  )
})

test('Escrows of due payouts are read with at most 100 concurrent calls, and unknown ones are requeued with at most 25 concurrent writes', async () => {
  await createFakePayouts(120)
  const { reasons, services } = withReasons(openOwnServices())
  const asked = counted(async () => null)
  const written = counted(services.table.write)
  services.chain.escrow = asked.counting
  services.table = { ...services.table, write: written.counting }
  expect(await settle(services, services.now() + 120_000)).toBe('waiting')
  expect(asked.count).toMatchObject({ calls: 120, most: 100 })
  expect(written.count.most).toBe(25)
  expect(reasons).toEqual(['UnknownEscrow'])
})

/** 120 paid payouts that are not final yet, each with its own transaction. */
const manyConfirming = async () => {
  const paid = { status: 'paid', gsi1pk: `${queues.confirmingPayouts.pk}0`, gsi1sk: '2026-01-01' }
  await createFakePayouts(120, (number) => ({
    ...paid,
    transactionHash: `0x${String(number + 1).padStart(64, '0')}`,
  }))
}
const isFake = (hash: string) => /^0x0{60}/.test(hash)
const configWithFinality = { ...own.config, FINALITY: 65 }

test('Paid payouts are re-checked with at most 100 concurrent calls and for at most half of the run’s time', async () => {
  await manyConfirming()
  let clock = Date.now()
  const services = openOwnServices({ now: () => clock, config: configWithFinality })
  const { count, counting } = counted(async () => {
    clock += 1000
    return { ok: true, confirmations: 1, fee: 1n }
  })
  // On a slow machine, real payments of earlier tests are due for another check too.
  const { receipt } = services.chain
  services.chain.receipt = (hash) => (isFake(hash) ? counting() : receipt(hash))
  expect(await settle(services, clock + 300_000)).toBe('done')
  expect(count).toMatchObject({ calls: 120, most: 100 })
  expect(await settle(services, clock + 60_000)).toBe('done')
  expect(count.calls).toBe(120 + 100)
})

test('An error while re-checking paid payouts does not stop new payouts', async () => {
  await manyConfirming()
  const one = await createDuePayout()
  const services = openOwnServices({ config: configWithFinality })
  const { receipt } = services.chain
  services.chain.receipt = async (hash) => {
    if (isFake(hash)) throw new Error('The node has lost this block')
    return receipt(hash)
  }
  const warned: string[] = []
  const log: Services['log'] = { ...services.log, warn: (text) => warned.push(String(text)) }
  expect(await settle({ ...services, log }, inFiveSeconds())).toBe('done')
  expect(warned).toEqual(['recent payments could not be checked'])
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
})

test('A run that the stream starts does not re-check paid or failed payouts', async () => {
  const one = await createDuePayout()
  const asked: string[] = []
  const { table } = own
  const query: typeof table.query = (page) => {
    asked.push(page.pk)
    return table.query(page)
  }
  expect(await settleDue({ ...own, table: { ...table, query } }, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  expect(asked).toContain(partitions.due)
  for (const partition of [queues.confirmingPayouts.pk, queues.failedPayouts.pk, queues.confirmingRefunds.pk])
    expect(asked).not.toContain(partition)
})

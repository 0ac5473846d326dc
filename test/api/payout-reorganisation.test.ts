import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as refunds from '../../functions/table/refunds.ts'
import { update } from '../../functions/table/table.ts'
import * as tasks from '../../functions/table/tasks.ts'
import {
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  postedTask,
  provider,
  submittedTo,
} from '../support/isolated-fixture.ts'

// Hardhat cannot fork its chain. Reverting to a snapshot removes the blocks mined since, as a reorganisation does.
afterEach(() => provider.send('evm_setAutomine', [true]))

/** Services whose clock is some seconds ahead. Each test uses later times than the test before it. */
const later = (seconds: number) => {
  const services = openOwnServices({ now: () => Date.now() + seconds * 1000 })
  return { ...services, config: { ...services.config, FINALITY: 65 } }
}
const revertTo = (to: string) => provider.send('evm_revert', [to])
const takeSnapshot = (): Promise<string> => provider.send('evm_snapshot', [])
const confirming = async () => payouts.confirming(own.table, '9', 100)

test('Payouts that a reorganisation reverted are paid again once, and store the hash of the new transaction', async () => {
  const { all } = await createDuePayouts(3)
  const before = await takeSnapshot()
  expect(await settle(own, inFiveSeconds())).toBe('done')
  for (const one of all) expect(await one.doer.balance()).toBe(toBaseUnits(10))

  await revertTo(before)
  await provider.send('hardhat_mine', ['0x5'])
  for (const one of all) expect(await one.doer.balance()).toBe(0n)
  const minuteLater = later(70)
  expect(await settle(minuteLater, inFiveSeconds(minuteLater))).toBe('done')
  for (const one of all) {
    const { status, transactionHash } = await payoutOf(one)
    expect(status).toBe('paid')
    expect(await own.chain.receipt(transactionHash ?? '')).toMatchObject({ ok: true })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
})

test('A paid payout is checked until it has more than 64 confirmations, and then leaves the index of payouts to confirm', async () => {
  const one = await createDuePayout()
  const first = later(140)
  expect(await settle(first, inFiveSeconds(first))).toBe('done')
  expect((await confirming()).map(({ submissionId }) => submissionId)).toContain(one.submission.id)

  // 64 confirmations with the block of the payment: a reorganisation can still remove 64 blocks.
  await provider.send('hardhat_mine', ['0x3f'])
  const before = later(210)
  expect(await settle(before, inFiveSeconds(before))).toBe('done')
  expect((await confirming()).map(({ submissionId }) => submissionId)).toEqual([one.submission.id])

  await provider.send('evm_mine', [])
  const afterwards = later(220)
  expect(await settle(afterwards, inFiveSeconds(afterwards))).toBe('done')
  expect(await confirming()).toEqual([])
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
})

test('A paid payout whose transaction the node does not know stays paid, and then gets the hash of the transaction of this service that paid it', async () => {
  const one = await createDuePayout()
  const first = later(225)
  expect(await settle(first, inFiveSeconds(first))).toBe('done')
  const { transactionHash } = await payoutOf(one)
  const gone = `0x${'00'.repeat(31)}01`
  await own.table.write([update(keys.payout(one.submission.id), { set: { transactionHash: gone } })])
  const blind = later(300)
  blind.chain.receipt = async () => null
  expect(await settle(blind, inFiveSeconds(blind))).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid', transactionHash: gone })

  const withLogs = later(305)
  expect(await settle(withLogs, inFiveSeconds(withLogs))).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid', transactionHash })
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
})

test('A paid payout whose transaction the node does not know for a moment stays as it is', async () => {
  const one = await createDuePayout()
  const first = later(310)
  expect(await settle(first, inFiveSeconds(first))).toBe('done')
  const key = keys.payout(one.submission.id)
  const paid = await own.table.get(key)
  await provider.send('hardhat_mine', ['0x41'])
  const lagging = later(380)
  const { receipt } = lagging.chain
  let reads = 0
  lagging.chain.receipt = async (hash) =>
    hash === paid?.transactionHash && reads++ === 0 ? null : receipt(hash)
  expect(await settle(lagging, inFiveSeconds(lagging))).toBe('done')
  expect(reads).toBeGreaterThan(1)
  expect(await own.table.get(key)).toEqual(paid)
})

test('An escrow is closed only when the payouts from it are final', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const first = later(520)
  expect(await settle(first, inFiveSeconds(first))).toBe('done')
  const stored = await tasks.get(own.table, task.id)
  if (!stored) throw new Error('There is no task')
  expect(await refunds.close(own.table, stored, new Date().toISOString(), {})).toBe(true)
  expect(await settle(first, inFiveSeconds(first))).toBe('waiting')
  expect(await own.chain.escrow(stored.escrowId)).toMatchObject({ closed: false, paidCount: 1 })

  await provider.send('hardhat_mine', ['0x3f'])
  expect(await settle(first, inFiveSeconds(first))).toBe('waiting')
  await provider.send('evm_mine', [])
  expect(await settle(first, inFiveSeconds(first))).toBe('done')
  expect(await own.chain.escrow(stored.escrowId)).toMatchObject({ closed: true, paidCount: 1 })
  expect(await doer.balance()).toBe(toBaseUnits(10))
})

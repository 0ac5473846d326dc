import { makeError, parseEther } from 'ethers'
import { toBaseUnits } from '../../domain/escrow.ts'
import { refusalOf } from '../../functions/payouts/node-errors.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import { queues } from '../../functions/table/queue.ts'
import { update } from '../../functions/table/table.ts'
import { escrow } from '../support/escrow-owner.ts'
import {
  createDuePayout,
  createDuePayouts,
  expectPaidOnce,
  inFiveSeconds,
  openOwnServices,
  operator,
  own,
  payoutOf,
  provider,
  rewriteApproval,
  whileSettling,
  withReasons,
} from '../support/isolated-fixture.ts'

describe('a signer without gas', () => {
  afterEach(() => provider.send('hardhat_setBalance', [operator, `0x${parseEther('100').toString(16)}`]))

  test('Without gas for the signer, payouts stay due with 202, and are paid once after the signer is funded', async () => {
    const one = await createDuePayout()
    await provider.send('hardhat_setBalance', [operator, '0x0'])
    for (let turn = 0; turn < 2; turn++) {
      const answer = await whileSettling(one.release(one.doer.id))
      expect([answer.status, await answer.json()]).toEqual([
        202,
        { status: 'due', transactionHash: null, amount: 10, recipient: one.doer.wallet.address },
      ])
    }
    expect(await one.doer.balance()).toBe(0n)
    const { reasons, services } = withReasons()
    expect(await settle(services, inFiveSeconds())).toBe('waiting')
    expect(reasons).toEqual(['NoGas'])

    await provider.send('hardhat_setBalance', [operator, `0x${parseEther('1').toString(16)}`])
    expect(await settle(own, inFiveSeconds())).toBe('done')
    const paid = await one.release(one.doer.id)
    expect([paid.status, await paid.json()]).toEqual([200, expect.objectContaining({ status: 'paid' })])
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })
})

describe('payouts that the contract refuses', () => {
  const isRefused = (index: number) => [0, 3, 7].includes(index)

  test('Payouts that the contract refuses are marked as failed with the reason; the others are paid in one transaction', async () => {
    const { all } = await createDuePayouts(8)
    const escrowAddress = await escrow.getAddress()
    for (const [index, { submission }] of all.entries()) {
      if (isRefused(index)) await rewriteApproval(submission.id, { recipient: escrowAddress })
    }
    expect(await settle(own, inFiveSeconds())).toBe('done')
    const after = await Promise.all(all.map(payoutOf))
    for (const [index, payout] of after.entries()) {
      const reason = expect.stringContaining('InvalidRecipient')
      const failed = { status: 'failed', transactionHash: null, reason }
      expect(payout).toMatchObject(isRefused(index) ? failed : { status: 'paid', reason: null })
      expect(await all[index]?.doer.balance()).toBe(isRefused(index) ? 0n : toBaseUnits(10))
    }
    expect(new Set(after.flatMap(({ transactionHash }) => transactionHash ?? [])).size).toBe(1)
  })

  test('If all payouts revert with an error that nobody knows, none is marked as failed, and a later run pays them', async () => {
    const { all } = await createDuePayouts(3)
    const faulty = openOwnServices()
    faulty.sender.simulate = async () => ({ error: 'TokenFrozen', reason: 'TokenFrozen()' })
    expect(await settle(faulty, inFiveSeconds())).toBe('waiting')
    for (const one of all) expect(await payoutOf(one)).toMatchObject({ status: 'due', reason: null })
    expect(await settle(own, inFiveSeconds())).toBe('done')
    for (const one of all) expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  })

  test.each([
    'SlotAlreadyPaid',
    'UnknownEscrow',
  ])('A payout that a lagging node refuses with %s stays due, and a later run pays it', async (error) => {
    const { all } = await createDuePayouts(3)
    const lagging = openOwnServices()
    lagging.sender.simulate = async (call) =>
      Array.isArray(call) && call.some(({ slot }) => slot === 1)
        ? { error, reason: `${error}()` }
        : own.sender.simulate(call)
    expect(await settle(lagging, inFiveSeconds())).toBe('waiting')
    const states = await Promise.all(all.map(async (one) => (await payoutOf(one)).status))
    expect(states).toEqual(['paid', 'due', 'paid'])
    expect(await settle(own, inFiveSeconds())).toBe('done')
    await expectPaidOnce(...all)
  })

  test('A revert with an error that the contract does not have is named Unknown', () => {
    const data = '0x12345678'
    const revert = { action: 'call', data, reason: null, transaction: { to: '', data: '' } } as const
    const error = makeError('execution reverted', 'CALL_EXCEPTION', {
      ...revert,
      invocation: null,
      revert: null,
    })
    expect(refusalOf(error)).toEqual({ error: 'Unknown', reason: 'Unknown' })
  })

  test('A refused payout that is alone in its batch is marked as failed', async () => {
    const one = await createDuePayout()
    await rewriteApproval(one.submission.id, { slot: 7 })
    const { taskId } = await payoutOf(one)
    await own.table.write([update(keys.task(taskId), { set: { completions: 8 } })])
    expect(await settle(own, inFiveSeconds())).toBe('done')
    expect(await payoutOf(one)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('SlotOutOfRange'),
    })
  })
})

test.each([
  { status: 'due', gsi1pk: `${partitions.due}0` },
  { status: 'failed', gsi1pk: `${queues.failedPayouts.pk}0`, reason: 'UnknownEscrow()' },
])('A payout of the status $status whose slot this service has paid on chain is marked paid with that transaction, and not paid again', async (changes) => {
  const one = await createDuePayout()
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const first = await payoutOf(one)
  const set = { transactionHash: null, gsi1sk: first.createdAt, ...changes }
  await own.table.write([update(keys.payout(one.submission.id), { set })])
  expect(await payoutOf(one)).toMatchObject({ status: changes.status, transactionHash: null })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toEqual(first)
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
})

test('A due payout whose slot somebody may have paid moves to the end of the queue until that payment is final', async () => {
  const one = await createDuePayout()
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const key = keys.payout(one.submission.id)
  const { createdAt } = await payoutOf(one)
  const set = { status: 'due', transactionHash: null, gsi1pk: `${partitions.due}0`, gsi1sk: createdAt }
  await own.table.write([update(key, { set, remove: ['signedHashes'] })])
  const services = openOwnServices({ config: { ...own.config, FINALITY: 1000 } })
  expect(await settle(services, inFiveSeconds())).toBe('waiting')
  expect(await payoutOf(one)).toMatchObject({ status: 'due' })
  expect((await own.table.get(key))?.gsi1sk).not.toBe(createdAt)
})

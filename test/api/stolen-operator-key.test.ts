import { concat, HDNodeWallet, Interface, id, zeroPadValue } from 'ethers'

import { afterAll, expect, test } from 'vitest'
import { escrowAbi } from '../../contracts/abi.ts'
import { encodeReleases } from '../../contracts/encode-releases.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
import { escrow, owner, sendAsOwner } from '../support/escrow-owner.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  provider,
  stack,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

afterAll(() => stack.close())

const fixture = openFixture(connection)

test('A payout whose slot a stolen key paid to another wallet is marked as failed with that wallet and transaction, and `reconcile` reports it', async () => {
  const thief = HDNodeWallet.createRandom().address
  const [first, second, third] = (await createDuePayouts(3)).all
  const [other] = (await createDuePayouts(1)).all
  if (!first || !second || !third || !other) throw new Error('There are too few')
  const releaseOf = async (one: typeof first, recipient?: string) => {
    const { escrowId, slot, recipient: own } = await payoutOf(one)
    return { escrowId, slot, recipient: recipient ?? own }
  }
  const releases = [await releaseOf(other), await releaseOf(third, thief), await releaseOf(first)]
  await sendAsOperator(fixture, 'releaseBatch', [encodeReleases(releases)])

  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(other)).toMatchObject({ status: 'paid' })
  expect(await payoutOf(first)).toMatchObject({ status: 'paid' })
  expect(await payoutOf(second)).toMatchObject({ status: 'paid' })
  const stolen = await payoutOf(third)
  expect(stolen).toMatchObject({ status: 'failed', transactionHash: null })
  expect(stolen.reason).toMatch(new RegExp(`^The chain has paid this slot to ${thief}, by 0x[0-9a-f]{64}$`))
  for (const one of [first, second, other]) expect(await one.doer.balance()).toBe(toBaseUnits(10))
  expect(await third.doer.balance()).toBe(0n)

  const admin = await fixture.newAdmin()
  const again = await admin.call('POST /api/admin/payouts/{submissionId}/retry', {
    submissionId: third.submission.id,
  })
  expect(again).toMatchObject({ status: 'failed', reason: stolen.reason })
  const { code, output } = await runOperatorCommand('ops/reconcile.ts', [], connection.env)
  expect(output).toContain(`submission ${third.submission.id} is paid on the chain only`)
  expect(code).toBe(1)
})

test('A paid payout becomes due again when a reorganisation replaces its transaction by a payment to another wallet', async () => {
  const [one] = (await createDuePayouts(1)).all
  if (!one) throw new Error('There is none')
  const thief = HDNodeWallet.createRandom().address
  const before = openOwnServices()
  before.config = { ...before.config, FINALITY: 65 }
  expect(await settle(before, inFiveSeconds(before))).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })

  const later = openOwnServices({ now: () => Date.now() + 120_000 })
  later.config = before.config
  later.chain.receipt = async () => null // simulates a reorganisation that removed the transaction
  const { hash } = { hash: `0x${'ab'.repeat(32)}` }
  later.chain.releasedBy = async () => ({ hash, recipient: thief })
  await settle(later, inFiveSeconds(later))
  expect(await payoutOf(one)).toMatchObject({ status: 'due' })
})

test('A Transfer event forged in the transaction of a stolen key does not count as a payment', async () => {
  const [one] = (await createDuePayouts(1)).all
  if (!one) throw new Error('There is none')
  const thief = HDNodeWallet.createRandom().address
  const { escrowId, recipient, slot } = await payoutOf(one)
  const operator = await own.chain.operator()
  // Code at the operator's address, as EIP-7702 allows: it logs a Transfer(first word, second word), then calls the escrow.
  const topic = id('Transfer(address,address,uint256)').slice(2)
  const code = `0x365f5f375f516020517f${topic}60205fa35f5f6040360360405f6020515af100`
  await provider.send('hardhat_setCode', [operator, code])
  const release = new Interface(escrowAbi).encodeFunctionData('release', [escrowId, slot, thief])
  const data = concat([zeroPadValue(recipient, 32), zeroPadValue(own.chain.escrowAddress, 32), release])
  const sent = await owner.sendTransaction({ to: operator, data, gasLimit: 500_000 })
  expect((await sent.wait())?.logs.length).toBe(3)
  await provider.send('hardhat_setCode', [operator, '0x'])

  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'failed', reason: expect.stringContaining(thief) })
  expect(await one.doer.balance()).toBe(0n)
})

test('An approved reward is paid before the refund even after a stolen key paid another slot', async () => {
  const { poster, task } = await fixture.postedTask({ reward: 10, maxCompletions: 3 })
  const { doer, submission } = await fixture.submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const { escrowId } = await payoutOf({ submission })
  await sendAsOperator(fixture, 'release', [escrowId, 2, HDNodeWallet.createRandom().address])
  const limit = await escrow.getFunction('dailyLimit').staticCall()
  await sendAsOwner('setDailyLimit', toBaseUnits(10)) // the stolen key has used up this limit
  const early = await poster.request('POST /api/tasks/{id}/close', { id: task.id })
  expect(early.status).toBe(409)
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  await sendAsOwner('setDailyLimit', limit)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await doer.balance()).toBe(toBaseUnits(10))

  const closed = await poster.call('POST /api/tasks/{id}/close', { id: task.id })
  expect(closed).toMatchObject({ status: 'paid', amount: 10 }) // the only slot that is still unpaid
})

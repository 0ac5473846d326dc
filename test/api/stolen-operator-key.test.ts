import { concat, HDNodeWallet, Interface, id, zeroPadValue } from 'ethers'

import { escrowAbi } from '../../contracts/abi.ts'
import { encodeReleases } from '../../contracts/encode-releases.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { paidByOthers } from '../../functions/payouts/paid-slots.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
import { changeAtOnce, escrow, owner } from '../support/escrow-owner.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  provider,
  whileSettling,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

const fixture = openFixture(connection)

test('Payouts whose slots a stolen key paid, to whichever wallet, are marked as failed, and `reconcile` reports them', async () => {
  const thief = HDNodeWallet.createRandom().address
  const [first, second, third] = (await createDuePayouts(3)).all
  const other = await createDuePayout()
  if (!first || !second || !third) throw new Error('There are too few')
  const releaseOf = async (one: typeof first, recipient?: string) => {
    const { escrowId, slot, recipient: own } = await payoutOf(one)
    return { escrowId, slot, recipient: recipient ?? own }
  }
  const releases = [await releaseOf(other), await releaseOf(third, thief), await releaseOf(first)]
  await sendAsOperator(fixture, 'releaseBatch', [encodeReleases(releases)])

  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(second)).toMatchObject({ status: 'paid' })
  const failed = { status: 'failed', reason: paidByOthers, transactionHash: null }
  for (const one of [other, first, third]) expect(await payoutOf(one)).toMatchObject(failed)
  for (const one of [first, second, other]) expect(await one.doer.balance()).toBe(toBaseUnits(10))
  expect(await third.doer.balance()).toBe(0n)

  const admin = await fixture.newAdmin()
  const again = await whileSettling(
    admin.call('POST /api/admin/payouts/{submissionId}/retry', { submissionId: third.submission.id }),
  )
  expect(again).toMatchObject(failed)
  const { code, output } = await runOperatorCommand('ops/reconcile.ts', [], connection.env)
  for (const { submission } of [other, first, third])
    expect(output).toContain(`submission ${submission.id} is paid on the chain only`)
  expect(code).toBe(1)
})

test('A paid payout is marked as failed when a reorganisation replaces its transaction by a final payment of somebody else', async () => {
  const one = await createDuePayout()
  const { escrowId, slot } = await payoutOf(one)
  const before = await provider.send('evm_snapshot', [])
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  await provider.send('evm_revert', [before])
  await sendAsOperator(fixture, 'release', [escrowId, slot, HDNodeWallet.createRandom().address])

  const later = openOwnServices({ now: () => Date.now() + 120_000 })
  later.config = { ...later.config, FINALITY: 65 }
  await settle(later, inFiveSeconds(later))
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' }) // not final: a reorganisation may still remove it
  await provider.send('hardhat_mine', ['0x40'])
  await settle(later, inFiveSeconds(later))
  expect(await payoutOf(one)).toMatchObject({ status: 'failed', reason: paidByOthers })
  expect(await one.doer.balance()).toBe(0n)
})

test('A Transfer event forged in the transaction of a stolen key does not count as a payment', async () => {
  const one = await createDuePayout()
  const thief = HDNodeWallet.createRandom().address
  const { escrowId, recipient, slot } = await payoutOf(one)
  const operator = await own.chain.operator()
  // Code at the operator's address, as EIP-7702 allows: it logs a Transfer(first word, second word), then calls the escrow.
  const topic = id('Transfer(address,address,uint256)').slice(2)
  const code = `0x365f5f375f516020517f${topic}60205fa35f5f6040360360405f6020515af100`
  await provider.send('hardhat_setCode', [operator, code])
  const release = new Interface(escrowAbi).encodeFunctionData('release', [escrowId, slot, thief])
  const escrowAddress = await own.chain.escrowAddress()
  const data = concat([zeroPadValue(recipient, 32), zeroPadValue(escrowAddress, 32), release])
  const sent = await owner.sendTransaction({ to: operator, data, gasLimit: 500_000 })
  expect((await sent.wait())?.logs.length).toBe(3)
  await provider.send('hardhat_setCode', [operator, '0x'])

  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'failed', reason: paidByOthers })
  expect(await one.doer.balance()).toBe(0n)
})

test('An approved reward is paid before the refund even after a stolen key paid another slot', async () => {
  const { doer, poster, submission, task } = await fixture.approvedProof({ reward: 10, maxCompletions: 3 })
  const { escrowId } = await payoutOf({ submission })
  await sendAsOperator(fixture, 'release', [escrowId, 2, HDNodeWallet.createRandom().address])
  const limit = await escrow.getFunction('dailyLimit').staticCall()
  await changeAtOnce('setDailyLimit', toBaseUnits(10)) // the stolen key has used up this limit
  const early = await poster.request('POST /api/tasks/{id}/close', { id: task.id })
  expect(early.status).toBe(202)
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  await changeAtOnce('setDailyLimit', limit)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await doer.balance()).toBe(toBaseUnits(10))

  const closed = await poster.close(task)
  expect(closed).toMatchObject({ status: 'paid', amount: 10 }) // the only slot that is still unpaid
})

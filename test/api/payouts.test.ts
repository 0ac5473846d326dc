import { toBaseUnits } from '../../domain/escrow.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { payReward } from '../../ops/pay-reward.ts'
import {
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  newFundedUser,
  newVisitor,
  openOwnServices,
  own,
  payoutOf,
  provider,
  stack,
  whileSettling,
} from '../support/isolated-fixture.ts'
import { form } from '../support/task-form.ts'

// This stack has no stream: only the settle runs of the tests pay.

test('The transaction of a single payout carries an access list of the two balances that it changes', async () => {
  const one = await createDuePayout()
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const sent = await provider.getTransaction((await payoutOf(one)).transactionHash ?? '')
  expect(sent?.accessList).toEqual([
    { address: stack.siteConfig.tokenAddress, storageKeys: [expect.any(String), expect.any(String)] },
  ])
})

test('Three concurrent settle runs pay ten payouts once each', async () => {
  const { all } = await createDuePayouts(10)
  const outcomes = await Promise.all([1, 2, 3].map(() => settle(openOwnServices(), inFiveSeconds())))
  expect(outcomes).toContain('done')
  for (const one of all) {
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
})

test('The first payment of a launch waits for a chain that makes a block every two seconds', async () => {
  const poster = await newFundedUser()
  const calls = vi.spyOn(poster, 'call')
  await provider.send('evm_setAutomine', [false])
  await provider.send('evm_setIntervalMining', [2000])
  onTestFinished(async () => {
    await provider.send('evm_setIntervalMining', [0])
    await provider.send('evm_setAutomine', [true])
  })
  const { after, before } = await whileSettling(
    payReward(poster, newVisitor(), { ...form, reward: 10, maxCompletions: 1, proofText: 'Seven.' }),
  )
  expect(after - before).toBe(toBaseUnits(10))
  const releases = calls.mock.calls.filter(([route]) => route === 'POST /api/blockchain/release-reward')
  expect(releases.length).toBeLessThan(10)
}, 60_000)

const crash = new Error('the process ended here')
type Fault = (own: PayoutServices) => PayoutServices

/** Points where the process may crash while it pays: each replaces one call of the real services by one that throws. */
const crashes: Record<string, Fault> = {
  'after signing, before the signed bytes are written': (own) => ({
    ...own,
    sender: {
      ...own.sender,
      sign: async (...args) => {
        await own.sender.sign(...args)
        throw crash
      },
    },
  }),
  'after the signed bytes are written, before they are broadcast': (own) => ({
    ...own,
    sender: { ...own.sender, broadcast: () => Promise.reject(crash) },
  }),
  'after the broadcast, before its answer': (own) => ({
    ...own,
    sender: {
      ...own.sender,
      broadcast: async (bytes) => {
        await own.sender.broadcast(bytes)
        throw crash
      },
    },
  }),
  'after the receipt, before the payout is marked paid': (own) => ({
    ...own,
    chain: {
      ...own.chain,
      receipt: async (hash) => {
        const found = await own.chain.receipt(hash)
        if (found) throw crash
        return found
      },
    },
  }),
  'after the payout is marked paid, before the in-flight transaction is deleted': (own) => ({
    ...own,
    table: {
      ...own.table,
      write: async (writes) => {
        if (writes.some((one) => 'delete' in one && one.delete.sk === 'INFLIGHT')) throw crash
        return own.table.write(writes)
      },
    },
  }),
}

test.each(
  Object.entries(crashes),
)('After a crash %s, the next settle run pays the reward exactly once', async (_, fault) => {
  const one = await createDuePayout()
  await expect(settle(fault(own), inFiveSeconds())).rejects.toBe(crash)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
})

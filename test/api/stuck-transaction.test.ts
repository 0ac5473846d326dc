import { formatEther, Transaction } from 'ethers'
import { isSlotOwed } from '../../domain/escrow.ts'
import { withSender } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as signer from '../../functions/table/signer.ts'
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
  withReasons,
} from '../support/isolated-fixture.ts'

describe('stuck transactions', () => {
  afterEach(async () => {
    await provider.send('evm_setAutomine', [true])
    await provider.send('evm_mine', [])
  })

  /** Services whose clock is some seconds ahead. */
  const later = (seconds: number) => openOwnServices({ now: () => Date.now() + seconds * 1000 })
  const inFlight = () => signer.inFlight(own.table)
  const parsed = async () => Transaction.from((await inFlight())?.signed.bytes ?? '')

  test('A stuck transaction is replaced with the same nonce and a higher fee, and its payouts are paid once', async () => {
    const { all } = await createDuePayouts(2)
    await provider.send('evm_setAutomine', [false])
    expect(await settle(own, Date.now() + 2000)).toBe('waiting')
    expect(await settle(later(30), Date.now() + 30_300)).toBe('waiting')
    const first = await parsed()
    expect(await inFlight()).toMatchObject({ signed: { hash: first.hash }, earlier: [] })

    const stuck = later(50)
    expect(await settle(stuck, stuck.now() + 2500)).toBe('waiting')
    const second = await parsed()
    expect(await inFlight()).toMatchObject({ signed: { hash: second.hash }, earlier: [first.hash] })
    expect(second).toMatchObject({ nonce: first.nonce, data: first.data, to: first.to, from: operator })
    expect(second.hash).not.toBe(first.hash)
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect((second[fee] ?? 0n) * 100n).toBeGreaterThanOrEqual((first[fee] ?? 0n) * 110n)
    }
    for (const one of all) expect(await payoutOf(one)).toMatchObject({ status: 'due' })

    await provider.send('evm_setAutomine', [true])
    await provider.send('evm_mine', [])
    expect(await settle(stuck, inFiveSeconds(stuck))).toBe('done')
    await expectPaidOnce(...all)
    for (const one of all) expect((await payoutOf(one)).transactionHash).toBe(second.hash)
    expect(await inFlight()).toBeUndefined()
  })

  test('A transaction at its fee limit is still replaced with a higher tip when the base fee rises above its maximum fee', async () => {
    const { sender } = own
    const release = { escrowId: `0x${'e0'.repeat(32)}`, slot: 0, recipient: operator }
    let { bytes } = await sender.sign([release], 10_000, 1_000_000n)
    for (let next = await sender.signWithHigherFee(bytes); next; next = await sender.signWithHigherFee(bytes))
      ({ bytes } = next)
    const { maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(bytes)
    const risen = (maxFeePerGas ?? 0n) + 1n
    await provider.send('hardhat_setNextBlockBaseFeePerGas', [`0x${risen.toString(16)}`])
    await provider.send('evm_mine', [])
    const higher = await sender.signWithHigherFee(bytes)
    if (!higher) throw new Error('It stays below the base fee')
    const raised = Transaction.from(higher.bytes)
    expect(raised.maxFeePerGas).toBeGreaterThan(risen)
    expect(raised.maxPriorityFeePerGas).toBeGreaterThan(maxPriorityFeePerGas ?? 0n)
    await provider.send('hardhat_mine', ['0x80']) // lowers the base fee again
  })

  /** Services whose clock is a day before the rewards of these payouts can return to the funder. */
  const nearRefund = async (one: Parameters<typeof payoutOf>[0], changes = {}) => {
    const ahead = (await payoutOf(one)).refundableAt * 1000 - 86_400_000 - Date.now()
    return openOwnServices({ now: () => Date.now() + ahead, ...changes })
  }
  const isOwed = async (one: Parameters<typeof payoutOf>[0]) => {
    const { escrowId, slot } = await payoutOf(one)
    const state = await own.chain.escrow(escrowId)
    return state !== null && isSlotOwed(state, slot)
  }

  test('A batch whose fee is at its cap is replaced by a hold before its rewards can return to the funder, and is paid later', async () => {
    const { all } = await createDuePayouts(3)
    const [one] = all as [(typeof all)[0]]
    await provider.send('evm_setAutomine', [false])
    const first = await nearRefund(one)
    expect(await settle(first, first.now() + 1000)).toBe('waiting')
    const batch = await parsed()
    const { sender: _, ...capped } = await nearRefund(one, {
      now: () => first.now() + 50_000,
      config: { ...own.config, FEE_CAP: formatEther((batch.maxFeePerGas ?? 0n) * batch.gasLimit) },
    })
    const stuck = withSender(capped)
    expect(await settle(stuck, stuck.now() + 2500)).toBe('waiting')
    const hold = await parsed()
    expect(hold).toMatchObject({ nonce: batch.nonce })
    expect(hold.data).not.toBe(batch.data)
    expect(await inFlight()).toMatchObject({ earlier: [batch.hash], holds: [hold.hash] })

    await provider.send('evm_mine', [])
    await provider.send('evm_setAutomine', [true])
    expect(await Promise.all(all.map(isOwed))).toEqual([true, true, true])
    for (const payout of all) expect(await payoutOf(payout)).toMatchObject({ status: 'due' })
    expect(await settle(first, inFiveSeconds(first))).toBe('done')
    await expectPaidOnce(...all)
    for (const payout of all) {
      const { signedHashes, transactionHash } = await payoutOf(payout)
      expect([...signedHashes, transactionHash]).not.toContain(hold.hash)
    }
  })

  test('The reward of a failed payout is held too, so that it can still be paid after a retry', async () => {
    const one = await createDuePayout()
    const payout = await payoutOf(one)
    await payouts.markFailed(own.table, payout, 'The node refused it', [] as never)
    const near = await nearRefund(one)
    await settle(near, inFiveSeconds(near))
    expect(await isOwed(one)).toBe(true)
    await settle(near, inFiveSeconds(near))
    // The contract protects the slot for 21 days.
    const until = new Date((payout.refundableAt + 21 * 86_400) * 1000).toISOString()
    expect(await own.table.get(keys.payout(one.submission.id))).toMatchObject({
      gsi2sk: expect.stringMatching(`^${until}`),
    })
    await payouts.retry(own.table, await payoutOf(one))
    expect(await settle(near, inFiveSeconds(near))).toBe('done')
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  })

  test('A failed payout whose escrow a lagging node does not know stays protected, and is held by the next run', async () => {
    const one = await createDuePayout()
    await payouts.markFailed(own.table, await payoutOf(one), 'The node refused it', [] as never)
    await provider.send('hardhat_mine', ['0x40'])
    const changes = { config: { ...own.config, FINALITY: 65 } }
    const [near, lagging] = [await nearRefund(one, changes), await nearRefund(one, changes)]
    lagging.chain.escrow = async (id, behind) => (behind ? near.chain.escrow(id, behind) : null)
    await settle(lagging, inFiveSeconds(lagging))
    expect(await isOwed(one)).toBe(false)
    await settle(near, inFiveSeconds(near))
    expect(await isOwed(one)).toBe(true)
  })

  test('A run waits for the confirmations of a mined transaction, also if the node refuses to take it again', async () => {
    const one = await createDuePayout()
    const config = { ...own.config, CONFIRMATIONS: 2 }
    const sleep = () => provider.send('evm_mine', [])
    const { reasons, services } = withReasons(openOwnServices({ config, sleep }))
    const { broadcast } = services.sender
    services.sender.broadcast = async (bytes) => {
      await broadcast(bytes)
      return 'unfunded'
    }
    expect(await settle(services, inFiveSeconds(services))).toBe('done')
    expect(reasons).toEqual([])
    await expectPaidOnce(one)
  })

  test('A stuck transaction of a former signer is reported as FormerSigner', async () => {
    await createDuePayout()
    await provider.send('evm_setAutomine', [false])
    const first = later(400)
    expect(await settle(first, first.now() + 1500)).toBe('waiting')
    const { reasons, services: other } = withReasons(later(460))
    other.sender.address = async () => `0x${'0b'.repeat(20)}`
    expect(await settle(other, other.now() + 1500)).toBe('waiting')
    expect(reasons).toEqual(['FormerSigner'])
    await provider.send('evm_mine', [])
    expect(await settle(later(460), later(460).now() + 5000)).toBe('done')
  })

  test('On a halted chain the tip of a stuck transaction stays at most 8 times the market tip', async () => {
    const one = await createDuePayout()
    await provider.send('evm_setAutomine', [false])
    let clock = later(300).now()
    const sleep = async () => {
      clock += 60_000
    }
    const { reasons, services: patient } = withReasons(openOwnServices({ now: () => clock, sleep }))
    for (let run = 0; run < 30; run++) expect(await settle(patient, clock + 45_000)).toBe('waiting')
    const { maxPriorityFeePerGas: offered } = await parsed()
    const { maxPriorityFeePerGas: market } = await provider.getFeeData()
    expect((offered ?? 0n) / (market ?? 1n)).toBeLessThanOrEqual(8)
    expect((await inFlight())?.earlier.length).toBeGreaterThan(5)
    expect(new Set(reasons)).toEqual(new Set(['FeeAtMost']))

    await provider.send('evm_mine', [])
    expect(await settle(patient, inFiveSeconds(patient))).toBe('done')
    await expectPaidOnce(one)
  })
})

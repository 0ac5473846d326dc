import { Transaction } from 'ethers'
import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as signer from '../../functions/table/signer.ts'
import {
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  operator,
  own,
  payoutOf,
  provider,
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
    for (const one of all) {
      expect(await payoutOf(one)).toMatchObject({ status: 'paid', transactionHash: second.hash })
      expect(await one.doer.balance()).toBe(toBaseUnits(10))
    }
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

  test('A stuck transaction of a former signer is reported as FormerSigner', async () => {
    await createDuePayout()
    await provider.send('evm_setAutomine', [false])
    const first = later(400)
    expect(await settle(first, first.now() + 1500)).toBe('waiting')
    const reasons: string[] = []
    const other = later(460)
    other.meter = { ...other.meter, waiting: (reason) => reasons.push(reason) }
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
    const reasons: string[] = []
    const patient = openOwnServices({
      meter: { ...own.meter, waiting: (reason) => reasons.push(reason) },
      now: () => clock,
      sleep: async () => {
        clock += 60_000
      },
    })
    for (let run = 0; run < 30; run++) expect(await settle(patient, clock + 45_000)).toBe('waiting')
    const { maxPriorityFeePerGas: offered } = await parsed()
    const { maxPriorityFeePerGas: market } = await provider.getFeeData()
    expect((offered ?? 0n) / (market ?? 1n)).toBeLessThanOrEqual(8)
    expect((await inFlight())?.earlier.length).toBeGreaterThan(5)
    expect(new Set(reasons)).toEqual(new Set(['FeeAtMost']))

    await provider.send('evm_mine', [])
    expect(await settle(patient, inFiveSeconds(patient))).toBe('done')
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })
})

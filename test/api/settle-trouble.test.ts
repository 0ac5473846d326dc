import { Contract, parseEther, Transaction, zeroPadValue } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { escrowAbi } from '../../contracts/abi.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { Services } from '../../functions/context.ts'
import { settle } from '../../functions/market/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as signer from '../../functions/table/signer.ts'
import { account } from '../../local/accounts.ts'
import { openWorld } from '../support/open-world.ts'
import { startLonelyStack } from '../support/running-stack.ts'

// Pausing, mining by hand and emptying the operator's purse are felt by everyone: this file has a stack of its own.
const { stack, told } = await startLonelyStack()
const { openOwnServices, postedTask, submittedTo } = openWorld(told)
const { provider } = stack
const own = openOwnServices()
const { chain, table } = own
const operator = await chain.operator()

const ruler = account(18).connect(provider)
const escrow = new Contract(told.env.ESCROW_ADDRESS ?? '', escrowAbi, ruler)

beforeAll(async () => {
  // The first owner's account is the faucet's too, which counts its own nonce: so another account takes the first slot.
  const first = '0x0'
  await provider.send('hardhat_setStorageAt', [escrow.target, first, zeroPadValue(ruler.address, 32)])
  expect(await escrow.getFunction('owner').staticCall()).toBe(ruler.address)
})

afterAll(() => stack.close())

/** Approved submissions of one task, all due. */
async function due(count: number, reward = 10) {
  const { poster, task } = await postedTask({ reward, maxCompletions: count })
  const all = []
  for (let turn = 0; turn < count; turn++) all.push(await submittedTo(task))
  for (const { submission } of all) {
    await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  }
  const release = (recipientId: string) =>
    poster.request('POST /api/blockchain/release-reward', { taskId: task.id, recipientId })
  return { poster, task, all, release }
}

const payoutOf = async ({ submission }: { submission: { id: string } }) => {
  const payout = await payouts.get(table, submission.id)
  if (!payout) throw new Error('There is no payout')
  return payout
}

const soon = (services: Services = own) => services.now() + 5000

const asOwner = async (method: string, ...parameters: unknown[]) => {
  const sent = await escrow.getFunction(method).send(...parameters)
  await sent.wait()
}

describe('a signer without gas', () => {
  afterEach(() => provider.send('hardhat_setBalance', [operator, `0x${parseEther('100').toString(16)}`]))

  test('leaves payouts due, says 202, and pays once when it is funded again', async () => {
    const { all, release } = await due(1)
    const [one] = all as [(typeof all)[number]]
    await provider.send('hardhat_setBalance', [operator, '0x0'])
    for (let turn = 0; turn < 3; turn++) {
      const answer = await release(one.doer.id)
      expect([answer.status, await answer.json()]).toEqual([
        202,
        { status: 'due', transactionHash: null, amount: 10, recipient: one.doer.wallet.address },
      ])
    }
    expect(await one.doer.balance()).toBe(0n)

    await provider.send('hardhat_setBalance', [operator, `0x${parseEther('1').toString(16)}`])
    const paid = await release(one.doer.id)
    expect([paid.status, await paid.json()]).toEqual([200, expect.objectContaining({ status: 'paid' })])
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })
})

describe('an escrow that is paused', () => {
  afterEach(async () => {
    if (await escrow.getFunction('paused').staticCall()) await asOwner('unpause')
  })

  test('leaves payouts due, blames none of them, and pays once when it goes on', async () => {
    const { all, release } = await due(3)
    await asOwner('pause')
    const [first] = all as [(typeof all)[number]]
    expect((await release(first.doer.id)).status).toBe(202)
    expect(await settle(own, soon())).toBe('waiting')
    for (const one of all) expect(await payoutOf(one)).toMatchObject({ status: 'due', reason: null })

    await asOwner('unpause')
    expect(await settle(own, soon())).toBe('done')
    for (const one of all) {
      expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
      expect(await one.doer.balance()).toBe(toBaseUnits(10))
    }
  })
})

describe('a daily limit that is used up', () => {
  afterEach(() => asOwner('setDailyLimit', toBaseUnits(1_000_000)))

  test('pays what fits, leaves the rest due, and pays that when there is room', async () => {
    const { all } = await due(4)
    const used = toBaseUnits(1_000_000) - (await escrow.getFunction('availableToday').staticCall())
    await asOwner('setDailyLimit', used + toBaseUnits(25))
    expect(await settle(own, soon())).toBe('waiting')
    const statuses = async () => (await Promise.all(all.map(payoutOf))).map(({ status }) => status)
    expect((await statuses()).sort()).toEqual(['due', 'due', 'paid', 'paid'])

    await asOwner('setDailyLimit', toBaseUnits(1_000_000))
    expect(await settle(own, soon())).toBe('done')
    expect(await statuses()).toEqual(Array(4).fill('paid'))
    for (const one of all) expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })
})

describe('recipients that the contract refuses', () => {
  const isRefused = (index: number) => [0, 3, 7].includes(index)

  test('are set aside as failed with the reason; the others of the batch are paid in one transaction', async () => {
    const { all, release } = await due(8)
    const escrowAddress = await escrow.getAddress()
    for (const [index, { submission }] of all.entries()) {
      if (!isRefused(index)) continue
      await table.write([
        {
          update: keys.payout(submission.id),
          set: 'SET recipient = :recipient',
          values: { ':recipient': escrowAddress },
        },
      ])
    }
    expect(await settle(own, soon())).toBe('done')
    const after = await Promise.all(all.map(payoutOf))
    for (const [index, payout] of after.entries()) {
      if (isRefused(index)) {
        expect(payout).toMatchObject({
          status: 'failed',
          transactionHash: null,
          reason: expect.stringContaining('InvalidRecipient'),
        })
      } else {
        expect(payout).toMatchObject({ status: 'paid', reason: null })
      }
      expect(await all[index]?.doer.balance()).toBe(isRefused(index) ? 0n : toBaseUnits(10))
    }
    expect(new Set(after.flatMap(({ transactionHash }) => transactionHash ?? [])).size).toBe(1)

    const refused = await release(all[0]?.doer.id ?? '')
    expect([refused.status, await refused.json()]).toEqual([
      200,
      { status: 'failed', transactionHash: null, amount: 10, recipient: escrowAddress },
    ])
  })

  test('alone in a batch are set aside too', async () => {
    const { all } = await due(1)
    const [one] = all as [(typeof all)[number]]
    await table.write([
      {
        update: keys.payout(one.submission.id),
        set: 'SET slot = :beyond',
        values: { ':beyond': 7 },
      },
    ])
    expect(await settle(own, soon())).toBe('done')
    expect(await payoutOf(one)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('SlotOutOfRange'),
    })
  })
})

test('a slot that the chain has paid already is marked paid with that transaction, and not paid again', async () => {
  const { all } = await due(1)
  const [one] = all as [(typeof all)[number]]
  expect(await settle(own, soon())).toBe('done')
  const first = await payoutOf(one)
  await table.write([
    {
      update: keys.payout(one.submission.id),
      set: 'SET #status = :due, gsi1pk = :index, gsi1sk = :key REMOVE transactionHash',
      names: { '#status': 'status' },
      values: { ':due': 'due', ':index': 'PAYOUTS#due', ':key': first.createdAt },
    },
  ])
  expect(await payoutOf(one)).toMatchObject({ status: 'due', transactionHash: null })
  expect(await settle(own, soon())).toBe('done')
  expect(await payoutOf(one)).toEqual(first)
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
})

describe('a transaction that is stuck', () => {
  afterEach(async () => {
    await provider.send('evm_setAutomine', [true])
    await provider.send('evm_mine', [])
  })

  /** The same services some seconds later. */
  const later = (seconds: number) => openOwnServices({ now: () => Date.now() + seconds * 1000 })
  const inFlight = () => signer.inFlight(table, operator)
  const parsed = async () => Transaction.from((await inFlight())?.signed.bytes ?? '')

  test('is signed again under the same nonce with a higher fee, and paid once when mining goes on', async () => {
    const { all } = await due(2)
    await provider.send('evm_setAutomine', [false])
    expect(await settle(own, Date.now() + 300)).toBe('waiting')
    expect(await settle(later(40), Date.now() + 40_300)).toBe('waiting')
    const first = await parsed()
    expect(await inFlight()).toMatchObject({ signed: { hash: first.hash }, earlier: [] })

    const stuck = later(50)
    expect(await settle(stuck, stuck.now() + 600)).toBe('waiting')
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
    expect(await settle(stuck, soon(stuck))).toBe('done')
    for (const one of all) {
      expect(await payoutOf(one)).toMatchObject({ status: 'paid', transactionHash: second.hash })
      expect(await one.doer.balance()).toBe(toBaseUnits(10))
    }
    expect(await inFlight()).toBeUndefined()
  })

  test('is found under whichever of its versions was mined', async () => {
    const { all } = await due(1)
    const [one] = all as [(typeof all)[number]]
    await provider.send('evm_setAutomine', [false])
    const start = later(100)
    expect(await settle(start, start.now() + 300)).toBe('waiting')
    // The first version is mined just as the second one is signed and written: its broadcast comes too late.
    const stuck = later(150)
    const late: Services = {
      ...stuck,
      chain: {
        ...stuck.chain,
        signDearer: async (bytes) => {
          const dearer = await stuck.chain.signDearer(bytes)
          await provider.send('evm_mine', [])
          return dearer
        },
      },
    }
    expect(await settle(late, soon(late))).toBe('done')
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })

  test('because its fee fell behind is paid once the fee is raised', async () => {
    const { all } = await due(1)
    const [one] = all as [(typeof all)[number]]
    const crashed: Services = {
      ...later(200),
      chain: { ...chain, broadcast: () => Promise.reject(new Error('the process ended here')) },
    }
    await expect(settle(crashed, soon(crashed))).rejects.toThrow('the process ended here')
    const { maxFeePerGas } = await parsed()
    const risen = (maxFeePerGas ?? 0n) * 3n
    await provider.send('hardhat_setNextBlockBaseFeePerGas', [`0x${risen.toString(16)}`])
    await provider.send('evm_mine', [])
    const stuck = later(250)
    expect(await settle(stuck, soon(stuck))).toBe('done')
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })

  test('on a halted chain does not offer more and more', async () => {
    const { all } = await due(1)
    const [one] = all as [(typeof all)[number]]
    await provider.send('evm_setAutomine', [false])
    let clock = later(300).now()
    const patient = openOwnServices({
      now: () => clock,
      sleep: async () => {
        clock += 60_000
      },
    })
    const halfAnHour = 30 * 60_000
    expect(await settle(patient, clock + halfAnHour)).toBe('waiting')
    const { maxPriorityFeePerGas: offered } = await parsed()
    const { maxPriorityFeePerGas: market } = await provider.getFeeData()
    expect((offered ?? 0n) / (market ?? 1n)).toBeLessThanOrEqual(8)
    expect((await inFlight())?.earlier.length).toBeGreaterThan(5)

    await provider.send('evm_mine', [])
    expect(await settle(patient, soon(patient))).toBe('done')
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  })
})

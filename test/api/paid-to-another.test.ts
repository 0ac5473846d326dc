import { HDNodeWallet } from 'ethers'
import { afterAll, expect, test } from 'vitest'
import { encodeReleases } from '../../contracts/encoding.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/market/settle.ts'
import { due, openOwnServices, own, payoutOf, soon, stack, told } from '../support/lonely-world.ts'
import { openWorld } from '../support/open-world.ts'
import { operate } from '../support/operator.ts'
import { operatorCommand } from '../support/operator-command.ts'

afterAll(() => stack.close())

const world = openWorld(told)

test('what somebody else with the key paid to another wallet is no payment of ours: it fails, and says to whom', async () => {
  const thief = HDNodeWallet.createRandom().address
  const [first, second, third] = (await due(3)).all
  const [other] = (await due(1)).all
  if (!first || !second || !third || !other) throw new Error('There are too few')
  const releaseOf = async (one: typeof first, recipient?: string) => {
    const { escrowId, slot, recipient: own } = await payoutOf(one)
    return { escrowId, slot, recipient: recipient ?? own }
  }
  const releases = [await releaseOf(other), await releaseOf(third, thief), await releaseOf(first)]
  await operate(world, 'releaseBatch', [encodeReleases(releases)])

  expect(await settle(own, soon())).toBe('done')
  expect(await payoutOf(other)).toMatchObject({ status: 'paid' })
  expect(await payoutOf(first)).toMatchObject({ status: 'paid' })
  expect(await payoutOf(second)).toMatchObject({ status: 'paid' })
  const stolen = await payoutOf(third)
  expect(stolen).toMatchObject({ status: 'failed', transactionHash: null })
  expect(stolen.reason).toMatch(new RegExp(`^The chain has paid this slot to ${thief}, by 0x[0-9a-f]{64}$`))
  for (const one of [first, second, other]) expect(await one.doer.balance()).toBe(toBaseUnits(10))
  expect(await third.doer.balance()).toBe(0n)

  const admin = await world.administrator()
  const again = await admin.call('POST /api/admin/payouts/{submissionId}/retry', {
    submissionId: third.submission.id,
  })
  expect(again).toMatchObject({ status: 'failed', reason: stolen.reason })
  const { code, said } = await operatorCommand('local/reconcile-cli.ts', [], told.env)
  expect(said).toContain(`submission ${third.submission.id} is paid on the chain only`)
  expect(code).toBe(1)
})

test('a payment that another took the place of, to another wallet, is no payment any more', async () => {
  const [one] = (await due(1)).all
  if (!one) throw new Error('There is none')
  const thief = HDNodeWallet.createRandom().address
  const before = openOwnServices()
  before.config = { ...before.config, FINALITY: 65 }
  expect(await settle(before, soon(before))).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })

  const later = openOwnServices({ now: () => Date.now() + 120_000 })
  later.config = before.config
  later.chain.receipt = async () => null // a reorganisation took it back
  const { hash } = { hash: `0x${'ab'.repeat(32)}` }
  later.chain.releasedBy = async () => ({ hash, recipient: thief })
  await settle(later, soon(later))
  expect(await payoutOf(one)).toMatchObject({ status: 'due' })
})

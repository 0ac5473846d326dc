import { afterAll, expect, test } from 'vitest'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as signer from '../../functions/table/signer.ts'
import { ConditionFailed } from '../../functions/table/table.ts'
import {
  createDuePayout,
  inFiveSeconds,
  openOwnServices,
  operator,
  own,
  payoutOf,
  stack,
} from '../support/isolated-fixture.ts'

afterAll(() => stack.close())

const hour = 3_600_000

/** A lease that somebody took and never gave back, by a clock that is ahead. */
async function leftBehind(ahead: number): Promise<signer.Lease> {
  const lease = await signer.acquire(own.table, operator, Date.now() + ahead)
  if (!lease) throw new Error('The lease is held')
  return lease
}

test('a settler gives its lease back for good, whatever its clock says', async () => {
  const ahead = openOwnServices({ now: () => Date.now() + hour })
  expect(await settle(ahead, inFiveSeconds(ahead))).toBe('done')
  expect(await own.table.get(keys.lease)).toMatchObject({ expiresAt: 0 })
})

test('a lease that is held is waited for', async () => {
  const lease = await leftBehind(0)
  expect(await settle(own, inFiveSeconds())).toBe('busy')
  await signer.extend(own.table, lease, 0)
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('a lease of a clock far ahead holds nobody up, and its holder writes nothing any more', async () => {
  const one = await createDuePayout()
  const lease = await leftBehind(hour)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  await expect(signer.clearInFlight(own.table, lease, 0)).rejects.toThrow(ConditionFailed)
  await expect(signer.extend(own.table, lease, 0)).rejects.toThrow(ConditionFailed)
})

test('a transaction that a clock far ahead has signed is not waited for until then', async () => {
  const one = await createDuePayout()
  const { provider } = stack
  await provider.send('evm_setAutomine', [false])
  const ahead = openOwnServices({ now: () => Date.now() + hour })
  expect(await settle(ahead, ahead.now() + 1000)).toBe('waiting')
  const first = await signer.inFlight(own.table)
  expect(await settle(own, Date.now() + 2000)).toBe('waiting')
  expect((await signer.inFlight(own.table))?.earlier).toEqual([first?.signed.hash])
  await provider.send('evm_setAutomine', [true])
  await provider.send('evm_mine', [])
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
})

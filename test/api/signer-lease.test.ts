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

const hour = 3_600_000

/** Takes the signer's lease by a clock that is `ahead` milliseconds fast, and does not release it. */
async function abandonedLease(ahead: number): Promise<signer.Lease> {
  const lease = await signer.acquire(own.table, operator, Date.now() + ahead)
  if (!lease) throw new Error('The lease is held')
  return lease
}

test('A settle run releases its lease even when its clock is an hour ahead', async () => {
  const ahead = openOwnServices({ now: () => Date.now() + hour })
  expect(await settle(ahead, inFiveSeconds(ahead))).toBe('done')
  expect(await own.table.get(keys.lease)).toMatchObject({ expiresAt: 0 })
})

test('A settle run answers `busy` while another holds the lease, and runs after the lease has expired', async () => {
  const lease = await abandonedLease(0)
  expect(await settle(own, inFiveSeconds())).toBe('busy')
  await signer.extend(own.table, lease, 0)
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('A lease taken by a clock an hour ahead does not block others, and its former holder can no longer write', async () => {
  const one = await createDuePayout()
  const lease = await abandonedLease(hour)
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  await expect(signer.clearInFlight(own.table, lease, 0)).rejects.toThrow(ConditionFailed)
  await expect(signer.extend(own.table, lease, 0)).rejects.toThrow(ConditionFailed)
})

test('A transaction signed by a clock an hour ahead is replaced without waiting for that hour', async () => {
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

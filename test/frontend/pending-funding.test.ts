import { expect, test } from 'vitest'
import {
  fundingStore,
  isFundingEvent,
  type PendingFunding,
} from '../../frontend/src/features/create-task/pending-funding.ts'
import { memoryStorage, pendingFunding } from './funding-fixture.ts'

const escrowIds = (list: PendingFunding[]) => list.map((pending) => pending.escrowId)

test('Pending fundings are kept per person and chain, newest first', () => {
  const store = fundingStore(memoryStorage())
  store.keep(pendingFunding({ escrowId: '0x1', createdAt: 1 }))
  store.keep(pendingFunding({ escrowId: '0x2', createdAt: 2 }))
  store.keep(pendingFunding({ escrowId: '0x3', userId: 'somebody else' }))
  store.keep(pendingFunding({ escrowId: '0x4', chainId: 1 }))
  expect(escrowIds(store.of('me', 3636))).toEqual(['0x2', '0x1'])
})

test('Keeping the same escrow again replaces it, dropping it leaves the others', () => {
  const store = fundingStore(memoryStorage())
  store.keep(pendingFunding({ escrowId: '0x1' }))
  store.keep(pendingFunding({ escrowId: '0x2' }))
  store.keep(pendingFunding({ escrowId: '0x1', hash: '0xabc' }))
  expect(store.of('me', 3636)).toHaveLength(2)
  expect(store.find('0x1')?.hash).toBe('0xabc')
  store.drop('0x1')
  expect(store.has('0x1')).toBe(false)
  expect(store.has('0x2')).toBe(true)
})

test('Another tab sees what this one keeps', () => {
  const storage = memoryStorage()
  fundingStore(storage).keep(pendingFunding({ escrowId: '0x1' }))
  expect(fundingStore(storage).has('0x1')).toBe(true)
})

test('What somebody else wrote under the same name is not taken for a funding', () => {
  for (const text of ['nonsense', 'null', '{}', '[null, 1, {"escrowId": "0x1"}]']) {
    const storage = memoryStorage()
    storage.setItem('pending-funding', text)
    expect(fundingStore(storage).of('me', 3636)).toEqual([])
  }
})

test('A browser that keeps nothing is an error before the prompt, not a loss after it', () => {
  const forgetful = { getItem: () => null, setItem: () => {} }
  expect(() => fundingStore(forgetful).keep(pendingFunding())).toThrow()
})

test('Only changes of fundings, or of everything, are about fundings', () => {
  expect(isFundingEvent({ key: 'pending-funding' })).toBe(true)
  expect(isFundingEvent({ key: null })).toBe(true)
  expect(isFundingEvent({ key: 'wallet' })).toBe(false)
})

import { fundingStore, type PendingFunding } from '../../frontend/src/features/create-task/pending-funding.ts'
import { memoryStorage, pendingFunding } from './funding-fixture.ts'

const escrowIds = (list: PendingFunding[]) => list.map((pending) => pending.escrowId)

test('Pending fundings are listed by user and chain, the newest first', () => {
  const store = fundingStore(memoryStorage())
  store.keep(pendingFunding({ escrowId: '0x1', createdAt: 1 }))
  store.keep(pendingFunding({ escrowId: '0x2', createdAt: 2 }))
  store.keep(pendingFunding({ escrowId: '0x3', userId: 'somebody else' }))
  store.keep(pendingFunding({ escrowId: '0x4', chainId: 1 }))
  expect(escrowIds(store.forUser('me', 3636))).toEqual(['0x2', '0x1'])
})

test('Storing a pending funding again replaces it, and deleting it leaves the others', () => {
  const store = fundingStore(memoryStorage())
  store.keep(pendingFunding({ escrowId: '0x1' }))
  store.keep(pendingFunding({ escrowId: '0x2' }))
  store.keep(pendingFunding({ escrowId: '0x1', hash: '0xabc' }))
  expect(store.forUser('me', 3636)).toHaveLength(2)
  expect(store.find('0x1')).toEqual(pendingFunding({ escrowId: '0x1', hash: '0xabc' }))
  expect(store.find('0x9')).toBeUndefined()
  store.drop('0x1')
  expect(store.has('0x1')).toBe(false)
  expect(store.find('0x2')).toEqual(pendingFunding({ escrowId: '0x2' }))
})

test('Invalid stored values, and values without a required field, are not read as fundings', () => {
  const { task } = pendingFunding()
  const broken = [
    { escrowId: 1 },
    { userId: null },
    { funder: undefined },
    { chainId: '3636' },
    { createdAt: '0' },
    { task: undefined },
    { task: { ...task, escrow: undefined } },
    { task: { ...task, escrow: { ...task.escrow, salt: 5 } } },
  ]
  const broken0x9 = broken.map((changes) => ({ ...pendingFunding({ escrowId: '0x9' }), ...changes }))
  for (const text of ['nonsense', 'null', '{}']) {
    const storage = memoryStorage()
    storage.setItem('pending-funding', text)
    expect(fundingStore(storage).forUser('me', 3636)).toEqual([])
  }
  for (const value of [null, 5, 'text', ...broken0x9]) {
    const storage = memoryStorage()
    storage.setItem('pending-funding', JSON.stringify([value, pendingFunding()]))
    const store = fundingStore(storage)
    expect(store.forUser('me', 3636)).toEqual([pendingFunding()])
    expect(store.find('0x1')).toEqual(pendingFunding())
    expect(store.has('0x9')).toBe(false)
  }
})

test('Storing a pending funding throws if the browser does not store it', () => {
  const forgetful = { getItem: () => null, setItem: () => {} }
  expect(() => fundingStore(forgetful).keep(pendingFunding())).toThrow('Not kept')
})

import { expect, test } from 'vitest'
import { type FundingError, fundAndSave } from '../../frontend/src/features/create-task/fund-task.ts'
import { WalletError } from '../../frontend/src/lib/wallet/errors.ts'
import { funded, fundingParts, pendingFunding, saved } from './funding-fixture.ts'

const failing = async (promise: Promise<unknown>): Promise<FundingError> =>
  promise.then(
    () => {
      throw new Error('It should have failed')
    },
    (error: FundingError) => error,
  )
const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 })

test('A new task is checked, funded, confirmed and saved, and then nothing is pending', async () => {
  const { parts, store, calls } = fundingParts()
  expect(await fundAndSave(pendingFunding(), parts)).toBe(saved)
  expect(calls).toEqual(['checking', 'prepare', 'wallet', 'send', 'confirming', 'saving', 'save'])
  expect(store.has('0x1')).toBe(false)
})

test('The terms are kept before the wallet is asked', async () => {
  const seen: boolean[] = []
  const { parts, store } = fundingParts({
    send: async () => {
      seen.push(store.has('0x1'))
      throw rejection
    },
  })
  await failing(fundAndSave(pendingFunding(), parts))
  expect(seen).toEqual([true])
})

test('After a rejected prompt the money is untouched and nothing is kept', async () => {
  const { parts, store, calls } = fundingParts({ send: () => Promise.reject(rejection) })
  const error = await failing(fundAndSave(pendingFunding(), parts))
  expect(error.money).toBe('untouched')
  expect(store.has('0x1')).toBe(false)
  expect(calls).not.toContain('save')
})

test('Too little TAX stops before anything is kept or asked', async () => {
  const { parts, store, calls } = fundingParts({
    checkFunding: () => Promise.reject(new WalletError('low-token', 'Insufficient TAX balance.')),
  })
  const error = await failing(fundAndSave(pendingFunding(), parts))
  expect(error).toMatchObject({ money: 'untouched', message: 'Insufficient TAX balance.' })
  expect(calls).toEqual(['checking'])
  expect(store.has('0x1')).toBe(false)
})

test('A wallet that breaks down while it is asked leaves the terms, since it may have sent', async () => {
  const { parts, store } = fundingParts({ send: () => Promise.reject(new Error('Connection lost')) })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(store.has('0x1')).toBe(true)
})

test('A rejection of a second prompt still keeps the terms: the first may have been sent', async () => {
  const { parts, store } = fundingParts({ send: () => Promise.reject(rejection) })
  store.keep(pendingFunding())
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(store.has('0x1')).toBe(true)
})

test('A failed save keeps terms and hash, and saving again never asks the wallet', async () => {
  let fails = true
  const { parts, store, calls } = fundingParts({
    save: async () => {
      if (fails) throw new Error('500: The table is away')
      return saved
    },
  })
  const error = await failing(fundAndSave(pendingFunding(), parts))
  expect(error).toMatchObject({ money: 'held', message: '500: The table is away' })
  const kept = store.find('0x1')
  expect(kept?.hash).toBe('0xhash')

  fails = false
  calls.length = 0
  expect(await fundAndSave(kept ?? pendingFunding(), parts)).toBe(saved)
  expect(calls).toEqual(['checking', 'saving', 'save'])
  expect(store.has('0x1')).toBe(false)
})

test('A funding whose hash nobody saw is found on the chain by its id and only saved', async () => {
  const { parts, calls } = fundingParts({ escrow: async () => funded })
  await fundAndSave(pendingFunding(), parts)
  expect(calls).toEqual(['checking', 'saving', 'save'])
})

test('A sent transaction is waited for, also when the wallet replaced it by another', async () => {
  let looks = 0
  const { parts, store, calls } = fundingParts({
    escrow: async () => {
      looks += 1
      return looks > 4 ? funded : null
    },
    transaction: async () => 'unknown',
  })
  const sent = pendingFunding({ hash: '0xreplaced' })
  store.keep(sent)
  await fundAndSave(sent, parts)
  expect(calls).toEqual(['checking', 'confirming', 'saving', 'save'])
})

test('A reverted transaction frees the terms for another try and never saves', async () => {
  const { parts, store, calls } = fundingParts({
    send: async () => '0xbad',
    transaction: async () => 'reverted',
  })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('reverted')
  expect(store.find('0x1')?.hash).toBeNull()
  expect(calls).not.toContain('save')
})

test('A transaction that the network has forgotten can be sent again', async () => {
  const { parts, store } = fundingParts({ send: async () => '0xlost', transaction: async () => 'unknown' })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(store.find('0x1')?.hash).toBeNull()
})

test('A node that cannot be reached after sending keeps the hash', async () => {
  const { parts, store } = fundingParts({
    send: async () => '0xhash',
    transaction: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('waiting')
  expect(store.find('0x1')?.hash).toBe('0xhash')
})

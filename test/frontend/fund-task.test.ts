import { type FundingError, fundAndSave } from '../../frontend/src/features/create-task/fund-task.ts'
import { fundingStore } from '../../frontend/src/features/create-task/pending-funding.ts'
import { WalletError } from '../../frontend/src/lib/wallet/errors.ts'
import { funded, fundingParts, pendingFunding, saved } from './funding-fixture.ts'

const failing = async (promise: Promise<unknown>): Promise<FundingError> =>
  promise.then(
    () => {
      throw new Error('The promise should have been rejected')
    },
    (error: FundingError) => error,
  )
const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 })

test('A new funding is checked, sent, confirmed and saved, and afterwards its terms are deleted', async () => {
  const { parts, store, calls } = fundingParts()
  expect(await fundAndSave(pendingFunding(), parts)).toBe(saved)
  expect(calls).toEqual(['checking', 'prepare', 'wallet', 'send', 'confirming', 'saving', 'save'])
  expect(store.has('0x1')).toBe(false)
})

test('The terms of a funding are stored before the wallet is asked', async () => {
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

test('After a rejected wallet prompt the money is untouched and the terms are deleted', async () => {
  const { parts, store, calls } = fundingParts({ send: () => Promise.reject(rejection) })
  const error = await failing(fundAndSave(pendingFunding(), parts))
  expect(error.money).toBe('untouched')
  expect(store.has('0x1')).toBe(false)
  expect(calls).not.toContain('save')
})

test('A wallet with too little TAX is not asked, and no terms are stored', async () => {
  const { parts, store, calls } = fundingParts({
    checkFunding: () => Promise.reject(new WalletError('low-token', 'Insufficient TAX balance.')),
  })
  const error = await failing(fundAndSave(pendingFunding(), parts))
  expect(error).toMatchObject({ money: 'untouched', message: 'Insufficient TAX balance.' })
  expect(calls).toEqual(['checking'])
  expect(store.has('0x1')).toBe(false)
})

test('If the wallet fails during its prompt, the terms stay stored, because it may have sent the transaction', async () => {
  const { parts, store } = fundingParts({ send: () => Promise.reject(new Error('Connection lost')) })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(store.has('0x1')).toBe(true)
})

test('If a second wallet prompt is rejected, the terms stay stored, because the first prompt may have been approved', async () => {
  const { parts, store } = fundingParts({ send: () => Promise.reject(rejection) })
  store.keep(pendingFunding())
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(store.has('0x1')).toBe(true)
})

test('After a failed save, terms and transaction hash stay stored, and a retry saves without asking the wallet', async () => {
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

test('A funding without a known transaction hash is only saved if its escrow is funded on the chain', async () => {
  const { parts, calls } = fundingParts({ escrow: async () => funded })
  await fundAndSave(pendingFunding(), parts)
  expect(calls).toEqual(['checking', 'saving', 'save'])
})

test('A funding waits for its escrow, also if the wallet replaced the transaction by another one', async () => {
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

test('A failed save keeps the server’s error as its cause, and a value that is no error becomes one', async () => {
  const refused = new Error('409: Taken')
  const { parts } = fundingParts({ save: () => Promise.reject(refused) })
  expect((await failing(fundAndSave(pendingFunding(), parts))).cause).toBe(refused)
  const odd = fundingParts({ save: () => Promise.reject('Gone') })
  expect(await failing(fundAndSave(pendingFunding(), odd.parts))).toMatchObject({
    money: 'held',
    message: 'Gone',
  })
})

test('The chain is polled with pauses that grow from 0.3 to 4 seconds', async () => {
  const waits: number[] = []
  let looks = 0
  const { parts } = fundingParts({
    escrow: async () => (++looks > 10 ? funded : null),
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
  })
  await fundAndSave(pendingFunding({ hash: '0xhash' }), parts)
  expect(waits.slice(0, 3)).toEqual([300, 450, 675])
  expect(waits.at(-1)).toBe(4000)
  expect(waits).toHaveLength(9)
})

test('A transaction counts as lost if the node does not know it nine times in a row', async () => {
  let looks = 0
  const states = [...Array(8).fill('unknown'), 'pending', ...Array(9).fill('unknown')]
  const { parts } = fundingParts({ escrow: async () => null, transaction: async () => states[looks++] })
  const error = await failing(fundAndSave(pendingFunding({ hash: '0xhash' }), parts))
  expect(error).toMatchObject({
    money: 'unsure',
    message: 'The network does not know the transaction. Your wallet may have cancelled it.',
  })
  expect(looks).toBe(18)
})

test('If the chain cannot be read first, the state of the money is unsure, or waiting after a sent transaction', async () => {
  const offline = { escrow: () => Promise.reject(new TypeError('Failed to fetch')) }
  const { parts } = fundingParts(offline)
  expect(await failing(fundAndSave(pendingFunding(), parts))).toMatchObject({
    money: 'unsure',
    cause: { kind: 'offline' },
  })
  expect(await failing(fundAndSave(pendingFunding({ hash: '0xhash' }), parts))).toMatchObject({
    money: 'waiting',
  })
})

test('If the wallet is not ready, the state of the money is untouched, or unsure if the terms were stored before', async () => {
  const { parts, store, calls } = fundingParts({
    prepare: () => Promise.reject(new WalletError('wrong-account', 'Another account')),
  })
  expect(await failing(fundAndSave(pendingFunding(), parts))).toMatchObject({
    money: 'untouched',
    message: 'Another account',
  })
  expect(store.has('0x1')).toBe(false)
  store.keep(pendingFunding())
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(calls).not.toContain('send')
})

test('If the browser cannot store the terms, the wallet is not asked', async () => {
  const { parts, calls } = fundingParts({ store: fundingStore({ getItem: () => null, setItem: () => {} }) })
  expect(await failing(fundAndSave(pendingFunding(), parts))).toMatchObject({
    money: 'untouched',
    cause: { kind: 'storage' },
  })
  expect(calls).toEqual(['checking', 'prepare'])
})

test('The hash is stored as soon as the wallet has sent the transaction, and each step receives it', async () => {
  const steps: unknown[] = []
  const { parts, store } = fundingParts({
    onStep: (...step) => steps.push([...step, store.find('0x1')?.hash]),
  })
  await fundAndSave(pendingFunding(), parts)
  expect(steps).toEqual([
    ['checking', null, undefined],
    ['wallet', null, null],
    ['confirming', '0xhash', '0xhash'],
    ['saving', '0xhash', '0xhash'],
  ])
})

test('After a reverted transaction the task is not saved, and the same terms can be sent again', async () => {
  const { parts, store, calls } = fundingParts({
    send: async () => '0xbad',
    transaction: async () => 'reverted',
  })
  expect(await failing(fundAndSave(pendingFunding(), parts))).toMatchObject({
    name: 'FundingError',
    money: 'reverted',
    message: 'The chain refused the transaction. Only its network fee was spent.',
    cause: { kind: 'refused' },
  })
  expect(store.find('0x1')?.hash).toBeNull()
  expect(calls).not.toContain('save')
})

test('A transaction that the node does not know any more can be sent again', async () => {
  const { parts, store } = fundingParts({ send: async () => '0xlost', transaction: async () => 'unknown' })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('unsure')
  expect(store.find('0x1')?.hash).toBeNull()
})

test('If the node cannot be reached after sending, the transaction hash stays stored', async () => {
  const { parts, store } = fundingParts({
    send: async () => '0xhash',
    transaction: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  expect((await failing(fundAndSave(pendingFunding(), parts))).money).toBe('waiting')
  expect(store.find('0x1')?.hash).toBe('0xhash')
})

import { type FundingError, fundAndSave } from '../../frontend/src/features/create-task/fund-task.ts'
import { fundingStore } from '../../frontend/src/features/create-task/pending-funding.ts'
import { WalletError } from '../../frontend/src/lib/wallet/errors.ts'
import { funded, fundingParts, pendingFunding, saved } from './funding-fixture.ts'

const rejects = (error: unknown) => () => Promise.reject(error)
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

const offline = rejects(new TypeError('Failed to fetch'))
const forgetful = fundingStore({ getItem: () => null, setItem: () => {} })
const otherAccount = rejects(new WalletError('wrong-account', 'Another account'))
const lowToken = rejects(new WalletError('low-token', 'Insufficient TAX balance.'))
const sent = (transaction: () => Promise<never>) => ({ send: async () => '0xsent', transaction })
const state = (value: string) => async () => value as never

// What fails, where the money is then, the hash of the stored terms ('none': no terms are stored), and the last call.
test.each<[string, Parameters<typeof fundingParts>[0], string, string | null, string, string?]>([
  ['the chain cannot be read', { escrow: offline }, 'unsure', 'none', 'checking'],
  ['the chain cannot be read later', { escrow: offline }, 'waiting', '0xold', 'checking', '0xold'],
  ['the wallet has too little TAX', { checkFunding: lowToken }, 'untouched', 'none', 'checking'],
  ['the wallet shows another account', { prepare: otherAccount }, 'untouched', 'none', 'prepare'],
  [
    'the wallet shows another account while terms are stored',
    { prepare: otherAccount },
    'unsure',
    null,
    'prepare',
    'stored',
  ],
  ['the browser cannot store the terms', { store: forgetful }, 'untouched', 'none', 'prepare'],
  ['the user rejects the prompt', { send: rejects(rejection) }, 'untouched', 'none', 'send'],
  ['the user rejects a second prompt', { send: rejects(rejection) }, 'unsure', null, 'send', 'stored'],
  ['the wallet fails in its prompt', { send: rejects(new Error('Lost')) }, 'unsure', null, 'send'],
  ['the node is away after sending', sent(offline), 'waiting', '0xsent', 'confirming'],
  ['the transaction reverts', sent(state('reverted')), 'reverted', null, 'confirming'],
  ['the node loses the transaction', sent(state('unknown')), 'unsure', null, 'confirming'],
  ['the save fails', { save: rejects('Gone') }, 'held', '0xhash', 'save'],
])('If %s, the error says where the money is, and the terms stay if it may have moved', async (...row) => {
  const [, changes, money, kept, last, before] = row
  const { parts, store, calls } = fundingParts(changes)
  const pending = pendingFunding({ hash: before === '0xold' ? before : null })
  if (before) store.keep(pending)
  expect(await failing(fundAndSave(pending, parts))).toMatchObject({ name: 'FundingError', money })
  const stored = store.find('0x1')
  expect(stored ? stored.hash : 'none').toBe(kept)
  expect(calls.at(-1)).toBe(last)
})

test.each<[Parameters<typeof fundingParts>[0], object]>([
  [{ checkFunding: lowToken }, { message: 'Insufficient TAX balance.' }],
  [{ escrow: offline }, { cause: { kind: 'offline' } }],
  [{ store: forgetful }, { cause: { kind: 'storage' } }],
  [{ save: rejects('Gone') }, { message: 'Gone' }],
  [
    sent(state('reverted')),
    {
      message: 'The chain refused the transaction. Only its network fee was spent.',
      cause: { kind: 'refused' },
    },
  ],
])('A funding error says why the funding failed, in its message or by the kind of its cause', async (changes, expected) => {
  const { parts } = fundingParts(changes)
  expect(await failing(fundAndSave(pendingFunding(), parts))).toMatchObject(expected)
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

import {
  asWalletError,
  codeOf,
  insufficientTax,
  isRejected,
  WalletError,
  walletTexts,
  wrongAccount,
} from '../../frontend/src/lib/wallet/errors.ts'

const error = (code: number | string, message = 'No') => Object.assign(new Error(message), { code })

test.each([
  ['rejected', error(4001)],
  ['rejected', error('ACTION_REJECTED')],
  ['rejected', new Error('User rejected the request')],
  ['rejected', 'user denied transaction'],
  ['busy', error(-32002)],
  ['low-gas', new Error('insufficient funds for gas')],
  ['low-gas', new Error('You do not have enough funds')],
  ['offline', error(4900)],
  ['offline', error(4901)],
  ['offline', new TypeError('Failed to fetch')],
  ['offline', new TypeError('Network request failed')],
  ['unknown', new Error('Failed to fetch')],
  ['unknown', new TypeError('x is not a function')],
  ['unknown', error(4902)],
] as const)('asWalletError is %s for %s', (kind, thrown) => {
  const made = asWalletError(thrown)
  expect(made).toBeInstanceOf(WalletError)
  expect(made).toMatchObject({ name: 'WalletError', kind, cause: thrown })
})

test('Each known kind of error has the sentence of the specification, and an unknown error keeps the wallet’s message', () => {
  expect(asWalletError(error(4001)).message).toBe(walletTexts.rejected)
  expect(asWalletError(error(-32002)).message).toBe(walletTexts.busy)
  expect(asWalletError(new Error('insufficient funds')).message).toBe(walletTexts.lowGas)
  expect(asWalletError(error(4900)).message).toBe(walletTexts.offline)
  expect(asWalletError(new Error('Out of paper')).message).toBe('Out of paper')
  expect(asWalletError({ message: 'In an object' }).message).toBe('In an object')
  expect(asWalletError('In a text').message).toBe('In a text')
  for (const nothing of [null, 5, {}, '']) expect(asWalletError(nothing).message).toBe('Unknown error')
  const own = new WalletError('storage', 'Full')
  expect(asWalletError(own)).toBe(own)
  expect(insufficientTax(250)).toBe('Insufficient TAX balance. You need at least 250 TAX.')
})

test('isRejected is true for a rejection, also as the cause of a WalletError with another kind', () => {
  expect(isRejected(new WalletError('rejected', 'No'))).toBe(true)
  expect(isRejected(new WalletError('switch-chain', 'No', { cause: error(4001) }))).toBe(true)
  expect(isRejected(new WalletError('switch-chain', 'No', { cause: error(4902) }))).toBe(false)
  expect(isRejected(error(-32603))).toBe(false)
})

const circle: { code: number; data?: unknown } = { code: -32603 }
circle.data = circle

test.each([
  [4902, { code: 4902 }],
  ['ACTION_REJECTED', { code: 'ACTION_REJECTED' }],
  [4001, { data: { code: 4001 } }],
  [4001, { originalError: { code: 4001 } }],
  [4001, { error: { code: 4001 } }],
  [4001, { cause: { code: 4001 } }],
  [4001, { code: -32603, data: { originalError: { code: 4001 } } }],
  [4001, { code: 'UNKNOWN_ERROR', error: { code: 4001 } }],
  [-32000, { code: -32000, data: { code: 4001 } }],
  [-32603, { code: -32603 }],
  [4001, { cause: { cause: { cause: { cause: { code: 4001 } } } } }],
  [undefined, { cause: { cause: { cause: { cause: { cause: { code: 4001 } } } } } }],
  [undefined, { code: true }],
  [undefined, null],
  [-32603, circle],
  [undefined, '4001'],
])('codeOf finds %s in %o', (code, thrown) => {
  expect(codeOf(thrown)).toBe(code)
})

test('wrongAccount names both accounts, shortened', () => {
  const made = wrongAccount(`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`)
  expect(made).toMatchObject({
    kind: 'wrong-account',
    message:
      'Your wallet is on 0xaaaa…aaaa, but you are signed in with 0xbbbb…bbbb. Switch the account in your wallet, or sign in again.',
  })
})

import { Interface, zeroPadValue } from 'ethers'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import { encodeTerms, escrowId, stateOf } from '../../contracts/escrow-encoding.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { randomSalt, termsOf, timingOf } from '../../frontend/src/features/create-task/escrow-terms.ts'
import { revertName } from '../../frontend/src/lib/wallet/chain.ts'
import { pendingFunding } from './funding-fixture.ts'

const escrow = new Interface(escrowAbi)
const token = new Interface(tokenAbi)
const terms = termsOf(pendingFunding())

test('The terms of an escrow have the values of its task, with the reward in base units', () => {
  const { funder, task } = pendingFunding()
  expect(terms).toEqual({ funder, reward: toBaseUnits(50), slots: 5, ...task.escrow })
})

test('A salt is 32 random bytes as hex, two digits for each', () => {
  expect(randomSalt()).toMatch(/^0x[0-9a-f]{64}$/)
  expect(randomSalt()).not.toBe(randomSalt())
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.set([0, 1, 16, 255])
    return bytes
  })
  expect(randomSalt()).toBe(`0x000110ff${'00'.repeat(28)}`)
  random.mockRestore()
})

test('The escrow id is the same for every spelling of the funder, and differs for other terms', () => {
  expect(escrowId(terms)).toMatch(/^0x[0-9a-f]{64}$/)
  expect(escrowId({ ...terms, funder: terms.funder.toLowerCase() })).toBe(escrowId(terms))
  expect(escrowId({ ...terms, slots: 6 })).not.toBe(escrowId(terms))
  expect((encodeTerms(terms).length - 2) / 2).toBe(128)
})

test('An escrow state of zeros is decoded as null', () => {
  const state = (values: unknown[]) =>
    stateOf(escrow.decodeFunctionResult('escrows', escrow.encodeFunctionResult('escrows', values)))
  expect(state([0n, 0, 0, false, 0n, 0n])).toBeNull()
  expect(state([5n, 3, 1, false, 2n, 0n])).toEqual({
    reward: 5n,
    slots: 3,
    paidCount: 1,
    closed: false,
    paidBitmap: 2n,
    owedBitmap: 0n,
  })
})

test('The custom errors of both contracts are recognised in nested revert data', () => {
  const id = zeroPadValue('0x01', 32)
  const data = escrow.encodeErrorResult('AlreadyFunded', [id])
  expect(revertName(data)).toBe('AlreadyFunded')
  expect(revertName({ message: 'reverted', data })).toBe('AlreadyFunded')
  expect(revertName({ originalError: { data: escrow.encodeErrorResult('EscrowPaused', []) } })).toBe(
    'EscrowPaused',
  )
  const tokenError = token.encodeErrorResult('ERC1363InvalidReceiver', [terms.funder])
  expect(revertName(tokenError)).toBe('ERC1363InvalidReceiver')
  expect(revertName({ code: 3, data: { nested: [tokenError.toUpperCase().replace('0X', '0x')] } })).toBe(
    'ERC1363InvalidReceiver',
  )
  for (const other of ['0xdeadbeef', '0xdead', 'deadbeef', ` ${data}`, '', 5, null, undefined, {}])
    expect(revertName(other)).toBeNull()
})

test('The deadline is the end of the chosen day or, without a valid day, 30 days ahead; refunds start after `reviewDays` and 14 more days', () => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  const chosen = timingOf('2026-03-05', 3, now)
  expect(new Date(chosen.deadline).getTime()).toBe(new Date('2026-03-05T23:59:59').getTime())
  expect(chosen.refundableAt).toBe(Date.parse(chosen.deadline) / 1000 + 17 * 24 * 3600)
  for (const day of ['', undefined, '123456-01-01'])
    expect(timingOf(day, 3, now).deadline).toBe('2026-01-31T12:00:00.000Z')
})

import type { SiteConfig } from '../../domain/config.ts'
import { heldFor, termsOf } from '../../domain/refund.ts'
import type { OwnTask } from '../../domain/views.ts'
import { refundOption } from '../../frontend/src/features/dashboard/refund.ts'

const seconds = 1_800_000_000
const created = (changes: object = {}) =>
  ({
    reward: 10,
    maxCompletions: 5,
    completions: 2,
    hasUnpaid: false,
    escrow: { refundableAt: seconds },
    refund: null,
    ...changes,
  }) as unknown as OwnTask

const before = seconds * 1000 - 1

test.each([
  ['close', created(), before],
  ['refund', created(), before + 1],
  ['close', created({ completions: 4 }), before],
  ['refund', created({ completions: 0 }), before + 1],
  ['close', created({ hasUnpaid: true }), before + 1],
  ['none', created({ completions: 5 }), before + 1],
  ['waiting', created({ refund: { status: 'waiting' } }), before + 1],
  ['returning', created({ refund: { status: 'due' } }), before + 1],
  ['returned', created({ refund: { status: 'paid' } }), before],
])('The refund option of a created task is %s', (way, task, now) => {
  expect(refundOption(task, now)).toBe(way)
})

const wallet = { asked: [] as unknown[], polls: 0, closedAt: 0 }
const modules = {
  '../../frontend/src/lib/wallet/prepare-wallet.ts': {
    connectedProvider: () => 'provider',
    prepareWallet: async (account: string) => wallet.asked.push(account),
  },
  '../../frontend/src/lib/wallet/chain.ts': {
    openFundingChain: () => ({
      escrowId: () => '0x1',
      escrow: async () => ({ closed: wallet.polls++ >= wallet.closedAt }),
    }),
    sendRefund: async (...sent: unknown[]) => wallet.asked.push(sent),
  },
}
beforeAll(() => {
  vi.resetModules()
  for (const [path, exported] of Object.entries(modules)) vi.doMock(path, () => exported)
})
afterAll(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

test.each([
  ['asks no wallet if the escrow is closed already', 0, 0, undefined],
  ['ends when the escrow is closed', 3, 3000, undefined],
  [
    'fails after three minutes',
    1000,
    180_000,
    expect.stringMatching(/^The chain has not taken the refund yet/),
  ],
])('A refund by the wallet %s', async (_, closedAt, milliseconds, message) => {
  const { refundByWallet } = await import('../../frontend/src/features/dashboard/refund.ts')
  vi.useFakeTimers({ now: 0 })
  Object.assign(wallet, { asked: [], polls: 0, closedAt })
  const task = created({ escrow: { funder: '0xme', salt: '0x', refundableAt: seconds } })
  const terms = termsOf(task, task.escrow)
  const config = {} as SiteConfig
  const ends: unknown[] = []
  const note = (error?: Error) => ends.push(Date.now(), error?.message)
  refundByWallet(task, config).then(() => note(), note)
  while (ends.length === 0) await vi.advanceTimersToNextTimerAsync()
  expect(ends).toEqual([milliseconds, message])
  expect(wallet.asked).toEqual(closedAt === 0 ? [] : ['0xme', [config, 'provider', '0xme', terms]])
  vi.useRealTimers()
})

test('A paid refund is not counted as held in escrow', () => {
  expect(heldFor(created())).toBe(30)
  expect(heldFor(created({ refund: { status: 'due', amount: 30, firstPart: null } }))).toBe(30)
  expect(heldFor(created({ refund: { status: 'paid', amount: 30, firstPart: null } }))).toBe(0)
  const heldWith = (status: string) =>
    heldFor(created({ refund: { status: 'waiting', amount: 10, firstPart: { status, amount: 20 } } }))
  expect([heldWith('due'), heldWith('paid')]).toEqual([30, 10])
})

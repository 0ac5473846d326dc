import { Interface } from 'ethers'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import { escrowId } from '../../contracts/escrow-encoding.ts'
import type { SiteConfig } from '../../domain/config.ts'
import { termsOf } from '../../frontend/src/features/create-task/escrow-terms.ts'
import { memoryStorage, pendingFunding, saved } from './funding-fixture.ts'

const escrow = new Interface(escrowAbi)
const token = new Interface(tokenAbi)
const config = {
  chainId: 3636,
  chainName: 'A test network',
  rpcUrl: 'http://localhost/rpc',
  escrowAddress: `0x${'e5'.repeat(20)}`,
  tokenAddress: `0x${'70'.repeat(20)}`,
} as SiteConfig
const pending = pendingFunding({ escrowId: `0x${'01'.repeat(32)}` })
let isFunded = false

/** Answers of the chain's node. The balances are high enough for every test. */
const node: Record<string, (params: [{ to?: string }]) => unknown> = {
  eth_call: ([{ to }]) =>
    to === config.tokenAddress
      ? token.encodeFunctionResult('balanceOf', [10n ** 24n])
      : escrow.encodeFunctionResult('escrows', [isFunded ? 1n : 0n, 5, 0, false, 0n, 0n]),
  eth_estimateGas: () => '0x1',
  eth_gasPrice: () => '0x1',
  eth_getBalance: () => '0xff',
  eth_getTransactionReceipt: () => {
    isFunded = true
    return { status: '0x1' }
  },
}

/**
 * Simulates a browser tab: it loads its own copy of the modules and connects a wallet, which answers funding requests
 * with `send`.
 */
async function openTab(send: () => Promise<string>, save = async () => saved) {
  vi.resetModules()
  const { connect } = await import('../../frontend/src/lib/wallet/prepare-wallet.ts')
  const { currentToast } = await import('../../frontend/src/ui/toast.ts')
  const { fundingRun, newFunding, runFunding } = await import(
    '../../frontend/src/features/create-task/funding-run.tsx'
  )
  const wallet: Record<string, () => unknown> = {
    eth_requestAccounts: () => [pending.funder],
    eth_accounts: () => [pending.funder],
    eth_chainId: () => '0xe34',
    eth_sendTransaction: send,
  }
  const provider = { request: async ({ method }: { method: string }) => wallet[method]?.() }
  await connect({ info: { uuid: '1', name: 'A wallet', icon: '', rdns: 'a' }, provider }, config)
  const events: unknown[] = []
  fundingRun.subscribe(() => events.push(fundingRun.get()))
  currentToast.subscribe(() => events.push(currentToast.get()?.title))
  const run = () => runFunding(pending, config, save)
  return { run, current: fundingRun.get, events, newFunding }
}

beforeEach(() => {
  isFunded = false
  const storage = { ...memoryStorage(), removeItem: () => {} }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, result: node[method]?.(params) })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('While one tab funds a task, a second tab does not ask its wallet and says that another tab is funding the task', async () => {
  const wallet = Promise.withResolvers<string>()
  const first = await openTab(() => wallet.promise)
  const running = first.run()
  await vi.waitFor(() => expect(first.current()?.step).toBe('wallet'))

  const send = vi.fn(async () => '0xsecond')
  const second = await openTab(send)
  await second.run()
  expect(send).not.toHaveBeenCalled()
  expect(second.current()?.error).toMatchObject({
    money: 'unsure',
    message: 'Another tab of yours is working on this task. Go on there, or close it first.',
  })

  wallet.resolve('0xfirst')
  await running
  expect(first.current()).toBeNull()
})

test('A tab with stale data waits for the transaction that another tab has sent, and does not ask its wallet', async () => {
  const { fundingStore } = await import('../../frontend/src/features/create-task/pending-funding.ts')
  const send = vi.fn(async () => '0xsecond')
  const tab = await openTab(send)
  fundingStore(localStorage).keep({ ...pending, hash: '0xfirst' })
  await tab.run()
  expect(send).not.toHaveBeenCalled()
  expect(tab.current()).toBeNull()
})

const step = (name: string, hash: string | null) => ({ pending, step: name, hash, error: null })

test('A run reports its steps, the confirmation and the saved task, and is null at its end', async () => {
  const tab = await openTab(async () => '0xhash')
  await tab.run()
  expect(tab.events).toEqual([
    step('checking', null),
    step('checking', null),
    step('wallet', null),
    step('confirming', '0xhash'),
    step('saving', '0xhash'),
    'Transaction Successful',
    null,
    'Task created',
  ])
})

test('A browser without locks, as on plain http, funds and saves a task', async () => {
  const tab = await openTab(async () => '0xhash')
  vi.stubGlobal('navigator', {})
  await tab.run()
  expect(tab.current()).toBeNull()
})

test('An error before the funding starts is reported with the first step', async () => {
  const tab = await openTab(async () => '0xhash')
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('No locks')) } })
  await tab.run()
  expect(tab.current()).toMatchObject({
    step: 'checking',
    hash: null,
    error: { money: 'unsure', message: 'No locks' },
  })
})

test('A new funding has the escrow id of its terms, and no hash yet', async () => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] })
  const { newFunding } = await openTab(async () => '0xhash')
  const { draft, task, userId, funder } = pending
  expect(await newFunding(task, { draft, userId, funder }, config)).toEqual({
    draft,
    userId,
    funder,
    escrowId: escrowId(termsOf({ funder, task })),
    chainId: 3636,
    task,
    hash: null,
    createdAt: 1_700_000_000_000,
  })
  vi.useRealTimers()
})

import { Interface } from 'ethers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import type { SiteConfig } from '../../domain/config.ts'
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

/** Answers of the chain's node. Its balances are ample. */
const node: Record<string, (params: [{ to?: string }]) => unknown> = {
  eth_call: ([{ to }]) =>
    to === config.tokenAddress
      ? token.encodeFunctionResult('balanceOf', [10n ** 24n])
      : escrow.encodeFunctionResult('escrows', [isFunded ? 1n : 0n, 5, 0, false, 0n]),
  eth_estimateGas: () => '0x1',
  eth_gasPrice: () => '0x1',
  eth_getBalance: () => '0xff',
  eth_getTransactionReceipt: () => {
    isFunded = true
    return { status: '0x1' }
  },
}

/** One tab of the browser: modules of its own, and a connected wallet whose owner answers with `send`. */
async function openTab(send: () => Promise<string>) {
  vi.resetModules()
  const { connect } = await import('../../frontend/src/lib/wallet/connection.ts')
  const { fundingRun, runFunding } = await import('../../frontend/src/features/create-task/funding-run.ts')
  const wallet: Record<string, () => unknown> = {
    eth_requestAccounts: () => [pending.funder],
    eth_accounts: () => [pending.funder],
    eth_chainId: () => '0xe34',
    eth_sendTransaction: send,
  }
  const provider = { request: async ({ method }: { method: string }) => wallet[method]?.() }
  await connect({ info: { uuid: '1', name: 'A wallet', icon: '', rdns: 'a' }, provider }, config)
  const events = { save: async () => saved, onConfirmed: () => {}, onSaved: () => {}, onTrouble: () => {} }
  return { run: () => runFunding(pending, config, events), current: fundingRun.get }
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

test('While one tab funds a task, a second tab does not ask its wallet and says that another tab is at work', async () => {
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

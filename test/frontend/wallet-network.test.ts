import {
  chainParameters,
  ensureChain,
  hexChainId,
  offerToken,
} from '../../frontend/src/lib/wallet/network.ts'
import { personalSign, sameAddress } from '../../frontend/src/lib/wallet/provider.ts'
import { memoryStorage } from './funding-fixture.ts'

const config = { chainId: 0xe34, chainName: 'A test network', rpcUrl: '/rpc', explorerUrl: null }
const origin = 'http://localhost:3000'
const error = (code: number, message = 'No') => Object.assign(new Error(message), { code })

/** A wallet that knows these chains and refuses what `refuses` names. */
function walletOn(chainId: number, known: number[], refuses: string[] = []) {
  const asked: string[] = []
  let current = chainId
  return {
    asked,
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method)
      if (refuses.includes(method)) throw error(4001)
      const [wanted] = (params ?? []) as [{ chainId: string }?]
      if (method === 'eth_chainId') return hexChainId(current)
      if (method === 'wallet_addEthereumChain') known.push(Number(wanted?.chainId))
      if (method === 'wallet_switchEthereumChain') {
        if (!known.includes(Number(wanted?.chainId))) throw error(-32603, 'Internal JSON-RPC error.')
        current = Number(wanted?.chainId)
      }
      return null
    },
  }
}

test('The chain parameters for wallets follow the specification and contain an absolute RPC URL', () => {
  expect(chainParameters(config, origin)).toEqual({
    chainId: '0xe34',
    chainName: 'A test network',
    nativeCurrency: { name: 'BTC', symbol: 'BTC', decimals: 18 },
    rpcUrls: ['http://localhost:3000/rpc'],
  })
  expect(chainParameters({ ...config, explorerUrl: 'https://scan.example' }, origin)).toHaveProperty(
    'blockExplorerUrls',
    ['https://scan.example'],
  )
})

test('The token is offered as TAX with 18 decimals, once for each wallet address, and a rejection is ignored', async () => {
  const asked: unknown[] = []
  const wallet = {
    async request(call: object) {
      asked.push(call)
      throw new Error('I know no tokens')
    },
  }
  vi.stubGlobal('localStorage', memoryStorage())
  for (const address of ['0xAA', '0xaa', '0xbb']) await offerToken(wallet, { tokenAddress: '0x1' }, address)
  const options = { address: '0x1', symbol: 'TAX', decimals: 18 }
  const offer = { method: 'wallet_watchAsset', params: { type: 'ERC20', options } }
  expect(asked).toEqual([offer, offer])
  vi.unstubAllGlobals()
})

test('A wallet on the right chain is only asked for its chain id', async () => {
  const wallet = walletOn(0xe34, [])
  expect(await ensureChain(wallet, config, origin)).toBe(false)
  expect(wallet.asked).toEqual(['eth_chainId'])
})

test('A wallet on another chain is switched, and a chain that the wallet does not know is added', async () => {
  expect(await ensureChain(walletOn(1, [0xe34]), config, origin)).toBe(true)
  const stranger = walletOn(1, [])
  const unknown = { ...stranger, request: asUnknownChain(stranger) }
  expect(await ensureChain(unknown, config, origin)).toBe(true)
  expect(stranger.asked).toContain('wallet_addEthereumChain')
})

/** Wraps code 4902 in an internal error, as MetaMask does. */
function asUnknownChain(wallet: ReturnType<typeof walletOn>) {
  return (call: { method: string; params?: unknown }) =>
    wallet.request(call).catch((reason: Error & { code: number }) => {
      throw reason.code === -32603
        ? Object.assign(reason, { data: { originalError: { code: 4902, message: 'Unrecognized chain ID' } } })
        : reason
    })
}

test('A rejected switch and a rejected new chain have different error kinds and the texts of the specification', async () => {
  await expect(
    ensureChain(walletOn(1, [0xe34], ['wallet_switchEthereumChain']), config, origin),
  ).rejects.toMatchObject({
    kind: 'switch-chain',
    message: 'Failed to switch to the test network. Please switch manually in your wallet.',
  })
  const stranger = walletOn(1, [], ['wallet_addEthereumChain'])
  await expect(ensureChain({ request: asUnknownChain(stranger) }, config, origin)).rejects.toMatchObject({
    kind: 'add-chain',
    message: 'Failed to add the test network to your wallet. Please add it manually.',
  })
})

test('The wallet receives the message to sign as hex of its UTF-8 bytes', async () => {
  const asked: unknown[] = []
  await personalSign({ request: async (call) => asked.push(call) }, '0xme', 'né\n')
  expect(asked).toEqual([{ method: 'personal_sign', params: ['0x6ec3a90a', '0xme'] }])
})

test.each([
  ['0xAb', '0xaB', true],
  ['0xAb', '0xAc', false],
  ['0xAb', null, false],
  [undefined, '0xAb', false],
  [null, null, false],
])('Wallet addresses are compared without case, and a missing address equals no address: %s, %s', (a, b, isSame) => {
  expect(sameAddress(a, b)).toBe(isSame)
})

test('A wallet that accepts the switch but stays on its chain causes an error', async () => {
  const stubborn = {
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : null),
  }
  await expect(ensureChain(stubborn, config, origin)).rejects.toMatchObject({ kind: 'switch-chain' })
})

import type { SiteConfig } from '../../domain/config.ts'
import type { Provider, Wallet } from '../../frontend/src/lib/wallet/provider.ts'
import { chooseAccount, isMobile, requestAccounts } from '../../frontend/src/lib/wallet/provider.ts'

const config = {
  chainId: 3636,
  chainName: 'A test network',
  rpcUrl: '/rpc',
  explorerUrl: null,
  tokenAddress: `0x${'70'.repeat(20)}`,
} as SiteConfig
const [first, second] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]

type Answers = Record<string, (params?: unknown) => unknown>
let kept: Map<string, string>
let reloads: number
/** Modules with their own state, as in a newly loaded page. */
let connection: typeof import('../../frontend/src/lib/wallet/prepare-wallet.ts') &
  typeof import('../../frontend/src/lib/wallet/connection.ts')
let discovery: typeof import('../../frontend/src/lib/wallet/discovery.ts')

/** A wallet on the product's chain that shows `first`. `emit` raises one of its events. */
function walletWith(changes: Answers = {}, rdns = 'maker.wallet') {
  const listeners = new Map<string, (value: unknown) => void>()
  const asked: string[] = []
  const answers: Answers = {
    eth_requestAccounts: () => [first],
    eth_accounts: () => [first],
    eth_chainId: () => '0xe34',
    ...changes,
  }
  const provider: Provider = {
    async request({ method, params }) {
      asked.push(method)
      return answers[method]?.(params) ?? null
    },
    on: (event, listener) => listeners.set(event, listener as (value: unknown) => void),
    removeListener: (event) => listeners.delete(event),
  }
  const wallet: Wallet = { info: { uuid: rdns, name: 'A wallet', icon: '', rdns }, provider }
  return { wallet, asked, listeners, emit: (event: string, value: unknown) => listeners.get(event)?.(value) }
}

const announce = (wallet: unknown) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: wallet }))
/** Installed extensions: they announce themselves when the page asks (EIP-6963). */
const install = (...wallets: Wallet[]) =>
  window.addEventListener('eip6963:requestProvider', () => wallets.forEach(announce))

beforeEach(async () => {
  kept = new Map()
  reloads = 0
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { userAgent: 'A desktop browser' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('location', {
    origin: 'https://site.example',
    reload: () => {
      reloads++
    },
  })
  vi.resetModules()
  connection = {
    ...(await import('../../frontend/src/lib/wallet/prepare-wallet.ts')),
    ...(await import('../../frontend/src/lib/wallet/connection.ts')),
  }
  discovery = await import('../../frontend/src/lib/wallet/discovery.ts')
})
afterEach(() => vi.unstubAllGlobals())

test('Connecting a wallet ends in the connected state, remembers the wallet and offers the token to it', async () => {
  const { wallet, asked } = walletWith()
  const connected = connection.connect(wallet, config)
  expect(connection.walletState()).toMatchObject({ isConnecting: true, isConnected: false })
  expect(await connected).toBe(first)
  expect(connection.walletState()).toEqual({
    wallet,
    address: first,
    isConnected: true,
    isConnecting: false,
  })
  expect(kept.get('wallet')).toBe('maker.wallet')
  await vi.waitFor(() => expect(asked).toContain('wallet_watchAsset'))
})

test.each([
  ['rejects', { eth_requestAccounts: () => Promise.reject(Object.assign(new Error('No'), { code: 4001 })) }],
  ['shows no account', { eth_requestAccounts: () => [] }],
])('A wallet that %s stays disconnected, and the error says that the request was declined', async (_, answers) => {
  await expect(connection.connect(walletWith(answers).wallet, config)).rejects.toMatchObject({
    kind: 'rejected',
  })
  expect(connection.walletState()).toMatchObject({ wallet: null, isConnected: false, isConnecting: false })
  expect(kept.has('wallet')).toBe(false)
})

const onOtherChain = {
  eth_chainId: () => '0x1',
  wallet_switchEthereumChain: () => Promise.reject(new Error('Not supported')),
}

test('A desktop wallet that cannot switch to the product’s chain is not connected; a mobile wallet is', async () => {
  await expect(connection.connect(walletWith(onOtherChain).wallet, config)).rejects.toMatchObject({
    kind: 'switch-chain',
  })
  expect(connection.walletState().isConnected).toBe(false)
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone)' })
  expect(await connection.connect(walletWith(onOtherChain).wallet, config)).toBe(first)
  expect(connection.walletState().isConnected).toBe(true)
})

test('A failed connection leaves the wallet that was connected before', async () => {
  const { wallet } = walletWith()
  await connection.connect(wallet, config)
  await expect(
    connection.connect(walletWith({ eth_requestAccounts: () => [] }).wallet, config),
  ).rejects.toThrow()
  expect(connection.walletState()).toMatchObject({ wallet, address: first, isConnected: true })
})

test('A changed account replaces the shown one, a changed chain reloads the page, and an empty list of accounts disconnects', async () => {
  const { wallet, emit, listeners } = walletWith()
  await connection.connect(wallet, config)
  emit('accountsChanged', [second])
  expect(connection.walletState()).toMatchObject({ wallet, address: second, isConnected: true })
  emit('chainChanged', '0x1')
  expect(reloads).toBe(1)
  emit('accountsChanged', [])
  expect(connection.walletState()).toMatchObject({ wallet: null, address: null, isConnected: false })
  expect(kept.has('wallet')).toBe(false)
  expect([...listeners]).toEqual([])
})

test('A second wallet replaces the first, whose events no longer count', async () => {
  const one = walletWith()
  const other = walletWith({ eth_requestAccounts: () => [second] }, 'other.wallet')
  await connection.connect(one.wallet, config)
  await connection.connect(other.wallet, config)
  expect([...one.listeners]).toEqual([])
  expect(connection.walletState()).toMatchObject({ wallet: other.wallet, address: second })
  expect(kept.get('wallet')).toBe('other.wallet')
})

test('restore connects the remembered wallet without a prompt when the wallet announces itself', async () => {
  kept.set('wallet', 'maker.wallet')
  const { wallet, asked } = walletWith()
  install(walletWith({}, 'other.wallet').wallet, wallet)
  await connection.restore()
  expect(connection.walletState()).toMatchObject({ address: first, isConnected: true })
  expect(connection.walletState().wallet?.provider).toBe(wallet.provider)
  expect(asked).not.toContain('eth_requestAccounts')
})

test.each<[string, Answers]>([
  ['shows no account', { eth_accounts: () => [] }],
  ['does not answer', { eth_accounts: () => Promise.reject(new Error('Locked')) }],
])('restore connects nothing if the remembered wallet %s', async (_, answers) => {
  kept.set('wallet', 'maker.wallet')
  const { wallet, asked } = walletWith(answers)
  install(wallet)
  await connection.restore()
  expect(asked).toEqual(['eth_accounts'])
  expect(connection.walletState().isConnected).toBe(false)
})

test('restore asks no wallet if none is remembered, or if one is connected already', async () => {
  const { wallet, asked } = walletWith()
  install(wallet)
  await connection.restore()
  expect(asked).toEqual([])
  kept.set('wallet', 'maker.wallet')
  const other = walletWith({}, 'other.wallet')
  await connection.connect(other.wallet, config)
  await connection.restore()
  expect(connection.walletState().wallet).toBe(other.wallet)
  expect(asked).toEqual([])
})

test('restore keeps another wallet that is connected before the remembered one answers', async () => {
  kept.set('wallet', 'maker.wallet')
  const { promise, resolve } = Promise.withResolvers()
  const { wallet } = walletWith({ eth_accounts: () => promise })
  const other = walletWith({}, 'other.wallet')
  install(wallet)
  const restored = connection.restore()
  await connection.connect(other.wallet, config)
  resolve([first])
  await restored
  expect(connection.walletState().wallet).toBe(other.wallet)
})

test('Without browser storage a wallet is still connected, and restore does nothing', async () => {
  const broken = () => {
    throw new Error('Storage is off')
  }
  vi.stubGlobal('localStorage', { getItem: broken, setItem: broken, removeItem: broken })
  await connection.restore()
  expect(await connection.connect(walletWith().wallet, config)).toBe(first)
  expect(connection.walletState().isConnected).toBe(true)
})

test('findWallet returns a known wallet, a late one when it announces itself, and undefined after the timeout', async () => {
  const { wallet } = walletWith()
  discovery.discover()
  announce(wallet)
  expect(await discovery.findWallet('maker.wallet', 1)).toMatchObject({ provider: wallet.provider })
  const late = walletWith({}, 'late.wallet').wallet
  const found = discovery.findWallet('late.wallet', 5_000)
  announce(late)
  expect(await found).toMatchObject({ provider: late.provider })
  expect(await discovery.findWallet('missing.wallet', 1)).toBeUndefined()
})

test('discover asks the wallets to announce themselves each time', () => {
  let requests = 0
  window.addEventListener('eip6963:requestProvider', () => requests++)
  discovery.discover()
  discovery.discover()
  expect(requests).toBe(2)
})

test('window.ethereum is the only wallet until a wallet announces itself, also if it is injected late', async () => {
  expect(await discovery.findWallet('injected', 1)).toBeUndefined()
  const { wallet } = walletWith()
  const injected = discovery.findWallet('injected', 5_000)
  window.ethereum = wallet.provider
  window.dispatchEvent(new Event('ethereum#initialized'))
  expect(await injected).toEqual({
    info: { uuid: 'injected', name: 'Browser wallet', icon: '', rdns: 'injected' },
    provider: wallet.provider,
  })
  announce(wallet)
  expect(await discovery.findWallet('injected', 1)).toBeUndefined()
  expect(await discovery.findWallet('maker.wallet', 1)).toMatchObject({ provider: wallet.provider })
})

test.each([
  ['Mozilla/5.0 (Linux; Android 15)', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', true],
  ['Mozilla/5.0 (iPad; CPU OS 18_0)', true],
  ['Mozilla/5.0 (iPod touch)', true],
  ['Firefox Mobile', true],
  ['Mozilla/5.0 (X11; Linux x86_64)', false],
])('isMobile for %s is %s', (userAgent, mobile) => {
  vi.stubGlobal('navigator', { userAgent })
  expect(isMobile()).toBe(mobile)
})

test('chooseAccount asks for permission and returns the account that the wallet shows then', async () => {
  const requested: unknown[] = []
  const { wallet, asked } = walletWith({
    eth_accounts: () => [second, first],
    wallet_requestPermissions: (params) => requested.push(params),
  })
  expect(await chooseAccount(wallet.provider)).toBe(second)
  expect(asked).toEqual(['wallet_requestPermissions', 'eth_accounts'])
  expect(requested).toEqual([[{ eth_accounts: {} }]])
})

test('chooseAccount keeps the shown account if the wallet has no permissions, and throws if its owner rejects', async () => {
  const failing = (code: number) => ({
    wallet_requestPermissions: () => Promise.reject(Object.assign(new Error('No'), { code })),
  })
  expect(await chooseAccount(walletWith(failing(-32601)).wallet.provider)).toBe(first)
  await expect(chooseAccount(walletWith(failing(4001)).wallet.provider)).rejects.toMatchObject({ code: 4001 })
  expect(
    await chooseAccount(
      walletWith({ wallet_requestPermissions: () => Promise.reject('No') }).wallet.provider,
    ),
  ).toBe(first)
})

test('Accounts that are not texts are ignored', async () => {
  expect(
    await requestAccounts(walletWith({ eth_requestAccounts: () => [5, first, null] }).wallet.provider),
  ).toEqual([first])
  expect(await requestAccounts(walletWith({ eth_requestAccounts: () => 'none' }).wallet.provider)).toEqual([])
})

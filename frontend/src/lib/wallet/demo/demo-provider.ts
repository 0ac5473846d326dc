import type { SiteConfig } from '../../../../../domain/config.ts'
import { chainParameters, hexChainId } from '../network.ts'
import type { Provider } from '../provider.ts'
import { RpcError } from '../rpc.ts'
import { askForConfirmation } from './confirmation-prompt.ts'

type Account = NonNullable<SiteConfig['demoAccounts']>[number]
type Params = readonly unknown[]

interface Memory {
  /** The account that the user has exposed to this site. */
  shown: string | null
  chainId: number
}

/** An EIP-1193 error as wallets throw it. */
const refusal = (code: number, message: string) => new RpcError({ code, message })

/** A wallet with a well-known test key. It asks for confirmation where a real wallet does. */
export function demoProvider(account: Account, config: SiteConfig): Provider {
  const rpcUrl = chainParameters(config, location.origin).rpcUrls[0] ?? ''
  const listeners = new Map<string, Set<(value: never) => void>>()
  const key = `demo-wallet:${account.role}`

  const memory = (): Memory => ({
    shown: null,
    chainId: config.chainId,
    ...JSON.parse(localStorage.getItem(key) ?? '{}'),
  })
  const keep = (change: Partial<Memory>) =>
    localStorage.setItem(key, JSON.stringify({ ...memory(), ...change }))
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value as never)
  }
  const ask = async (title: string, lines: [string, string][]) => {
    if (!(await askForConfirmation({ wallet: account.name, site: location.host, title, lines })))
      throw refusal(4001, 'User rejected the request.')
  }
  const signer = async () => (await import('./demo-signer.ts')).demoSigner(account.privateKey, rpcUrl, config)

  async function requestAccounts() {
    const before = memory().shown
    if (before) return [before]
    const { address } = await signer()
    await ask('show it your account', [['Account', address]])
    keep({ shown: address })
    emit('accountsChanged', [address])
    return [address]
  }

  async function switchChain([wanted]: Params) {
    const id = Number((wanted as { chainId: string }).chainId)
    if (id === memory().chainId) return null
    if (id !== config.chainId && id !== 1) throw refusal(4902, 'Unrecognized chain ID.')
    await ask('switch the network', [['Network', id === 1 ? 'Ethereum' : config.chainName]])
    keep({ chainId: id })
    emit('chainChanged', hexChainId(id))
    return null
  }

  async function sign([hex, address]: Params) {
    checkShown(address)
    const text = new TextDecoder().decode(
      Uint8Array.from(String(hex).slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    )
    await ask('sign this message', [['Message', text]])
    return (await signer()).sign(text)
  }

  async function send([transaction]: Params) {
    const wanted = transaction as { from: string; to: string; data?: string; value?: string }
    checkShown(wanted.from)
    if (memory().chainId !== config.chainId) throw refusal(4901, 'Not connected to this chain.')
    const own = await signer()
    await ask('send this transaction', own.describe(wanted))
    return own.send(wanted)
  }

  function checkShown(address: unknown) {
    if (String(address).toLowerCase() !== memory().shown?.toLowerCase())
      throw refusal(4100, 'The account is not shown to this site.')
  }

  const methods: Record<string, (params: Params) => Promise<unknown>> = {
    eth_accounts: async () => [memory().shown].filter(Boolean),
    eth_requestAccounts: requestAccounts,
    eth_chainId: async () => hexChainId(memory().chainId),
    wallet_switchEthereumChain: switchChain,
    wallet_addEthereumChain: async () => null,
    wallet_watchAsset: async () => true,
    personal_sign: sign,
    eth_sendTransaction: send,
  }
  return {
    async request({ method, params = [] }) {
      const own = methods[method]
      if (own) return own(params as Params)
      throw refusal(4200, `The demo wallet does not support ${method}.`)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

/** What a page may ask of a wallet (EIP-1193) and how a wallet introduces itself (EIP-6963). */
export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

/** `icon` is a data URI; `rdns` names the wallet's maker and survives a reload. */
export interface WalletInfo {
  uuid: string
  name: string
  icon: string
  rdns: string
}

export interface Wallet {
  info: WalletInfo
  provider: Provider
}

/** The accounts a wallet already shows to this page; never prompts. */
export async function accountsOf(provider: Provider): Promise<string[]> {
  return asAccounts(await provider.request({ method: 'eth_accounts' }))
}

/** Asks the wallet's owner to show accounts to this page. */
export async function requestAccounts(provider: Provider): Promise<string[]> {
  return asAccounts(await provider.request({ method: 'eth_requestAccounts' }))
}

/** Lets the wallet's owner choose the account again, where the wallet can (EIP-2255); answers the one that it shows then. */
export async function chooseAccount(provider: Provider): Promise<string | undefined> {
  await provider
    .request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    .catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === 4001) throw error
    })
  return (await accountsOf(provider))[0]
}

/** The chain the wallet is on now. */
export async function chainIdOf(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}

/** EIP-191 over a text: wallets want its UTF-8 bytes as hex, so that text like '0x…' is not taken for bytes. */
export async function personalSign(provider: Provider, address: string, message: string): Promise<string> {
  const hex = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0'))
  const signature = await provider.request({
    method: 'personal_sign',
    params: [`0x${hex.join('')}`, address],
  })
  return String(signature)
}

export const asAccounts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

export const sameAddress = (a: string | null | undefined, b: string | null | undefined): boolean =>
  Boolean(a && b) && a?.toLowerCase() === b?.toLowerCase()

/** A phone or tablet, where wallets have their own browser instead of an extension. */
export const isMobile = (): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

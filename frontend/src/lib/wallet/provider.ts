import { codeOf } from './errors.ts'

/** A wallet's provider (EIP-1193). */
export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

/** How a wallet announces itself (EIP-6963). `icon` is a data URI; `rdns` is the same after a reload. */
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

/** The accounts that the wallet already exposes to this site, without a prompt. */
export async function accountsOf(provider: Provider): Promise<string[]> {
  return asAccounts(await provider.request({ method: 'eth_accounts' }))
}

export async function requestAccounts(provider: Provider): Promise<string[]> {
  return asAccounts(await provider.request({ method: 'eth_requestAccounts' }))
}

/** Lets the user choose another account, if the wallet supports it (EIP-2255); returns the exposed account. */
export async function chooseAccount(provider: Provider): Promise<string | undefined> {
  await provider
    .request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    .catch((error: unknown) => {
      if (codeOf(error) === 4001) throw error
    })
  return (await accountsOf(provider))[0]
}

export async function chainIdOf(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}

/** Signs a text (EIP-191). It is sent as hex of its UTF-8 bytes, so that a text like '0x…' is not taken for bytes. */
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
  Boolean(a) && a?.toLowerCase() === b?.toLowerCase()

/** A phone or tablet, where wallets have their own browser instead of an extension. */
export const isMobile = (): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

import type { BaseWallet } from 'ethers'
import { type Output, type RouteKey, type Sent, splitRoute } from '../../domain/api.ts'
import type { ErrorBody } from '../../domain/errors.ts'
import type { SignedInUser } from '../../domain/user.ts'

export class RequestFailed extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(route: string, status: number, body: ErrorBody) {
    super(`${route}: ${status}: ${body.message}`)
    this.status = status
    this.body = body
  }
}

/** A person with a wallet who calls the API as a browser would. */
export class ApiClient {
  readonly origin: string
  readonly wallet: BaseWallet
  readonly #timeout: number | undefined
  readonly #cookies = new Map<string, string>()

  /** @param timeout maximum milliseconds of a call; without it a call has as long as it needs */
  constructor(origin: string, wallet: BaseWallet, timeout?: number) {
    this.origin = origin
    this.wallet = wallet
    this.#timeout = timeout
  }

  /** The cookies of session and device as a browser would send them. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ')
  }

  /** Sends a call of the API, with the cookies, and returns the response with any status. */
  async request(route: RouteKey, sent: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const { method, path } = splitRoute(route)
    const rest = { ...sent }
    const filled = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const query = method === 'GET' ? new URLSearchParams(rest as Record<string, string>).toString() : ''
    const answer = await fetch(`${this.origin}${filled}${query && `?${query}`}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.#cookies.size > 0 && { cookie: this.cookie }),
        ...(method !== 'GET' && { 'content-type': 'application/json', origin: this.origin }),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(rest) }),
      ...(this.#timeout && { signal: AbortSignal.timeout(this.#timeout) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return answer
  }

  /** Sends a call of the API and returns its parsed response. @throws RequestFailed for an error status */
  async call<K extends RouteKey>(route: K, sent: Sent<K>): Promise<Output<K>> {
    const answer = await this.request(route, sent as Record<string, unknown>)
    if (!answer.ok) {
      // CloudFront and the firewall answer HTML.
      const body = (await answer.json().catch(() => ({ message: answer.statusText }))) as ErrorBody
      throw new RequestFailed(route, answer.status, body)
    }
    return (await answer.json()) as Output<K>
  }

  async signIn(): Promise<SignedInUser> {
    const { message } = await this.call('GET /api/auth/challenge', { address: this.wallet.address })
    const signature = await this.wallet.signMessage(message)
    return this.call('POST /api/auth/web3', { walletAddress: this.wallet.address, signature, message })
  }
}

import { randomBytes } from 'node:crypto'
import { AbiCoder, type BaseWallet, Contract, hexlify, type JsonRpcProvider, NonceManager } from 'ethers'
import { tokenAbi } from '../contracts/abi.ts'
import { type Output, type RouteKey, type Sent, splitRoute } from '../domain/api.ts'
import type { SiteConfig } from '../domain/config.ts'
import type { ErrorBody } from '../domain/errors.ts'
import { type EscrowTerms, escrowAmount, toBaseUnits } from '../domain/escrow.ts'
import { review } from '../domain/limits.ts'
import { defaultTiming, earliestRefundableAt, type Task, type TaskForm } from '../domain/task.ts'
import type { SignedInUser } from '../domain/user.ts'

/** The API answered with an error status. */
export class RequestFailed extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(route: string, status: number, body: ErrorBody) {
    super(`${route}: ${status}: ${body.message}`)
    this.status = status
    this.body = body
  }
}

interface Site {
  origin: string
  siteConfig: SiteConfig
  provider: JsonRpcProvider
}

export type Fundable = Pick<TaskForm, 'reward' | 'maxCompletions' | 'deadline' | 'reviewDays'>

/** A user with a wallet who calls the API and the contracts as a browser would, for seeds, demos, checks and tests. */
export class ApiUser {
  readonly wallet: BaseWallet
  readonly #site: Site
  readonly #sender: NonceManager
  readonly #cookies = new Map<string, string>()

  constructor(site: Site, wallet: BaseWallet) {
    this.#site = site
    this.wallet = wallet.connect(site.provider)
    this.#sender = new NonceManager(this.wallet)
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
    const answer = await fetch(`${this.#site.origin}${filled}${query && `?${query}`}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.#cookies.size > 0 && { cookie: this.cookie }),
        ...(method !== 'GET' && { 'content-type': 'application/json', origin: this.#site.origin }),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(rest) }),
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
    if (!answer.ok) throw new RequestFailed(route, answer.status, (await answer.json()) as ErrorBody)
    return (await answer.json()) as Output<K>
  }

  /** Signs in with Ethereum. */
  async signIn(): Promise<SignedInUser> {
    const { message } = await this.call('GET /api/auth/challenge', { address: this.wallet.address })
    const signature = await this.wallet.signMessage(message)
    return this.call('POST /api/auth/web3', { walletAddress: this.wallet.address, signature, message })
  }

  /** Funds an escrow of reward × completions in one transaction (ERC-1363). Returns its terms and the transaction hash. */
  async fund(
    task: Fundable,
    changes: Partial<EscrowTerms> = {},
  ): Promise<{ escrow: EscrowTerms; hash: string }> {
    const { siteConfig } = this.#site
    const { reviewDays = review.defaultDays } = task
    const deadline = task.deadline ?? defaultTiming(Date.now(), reviewDays).deadline
    const escrow = {
      salt: hexlify(randomBytes(32)),
      // One more minute, because the server counts its default deadline from the later time of the request.
      refundableAt: earliestRefundableAt(deadline, reviewDays) + 60,
      ...changes,
    }
    const data = AbiCoder.defaultAbiCoder().encode(
      ['uint96', 'uint8', 'uint64', 'bytes32'],
      [toBaseUnits(task.reward), task.maxCompletions, escrow.refundableAt, escrow.salt],
    )
    const token = new Contract(siteConfig.tokenAddress, tokenAbi, this.#sender)
    const transfer = token.getFunction('transferAndCall(address,uint256,bytes)')
    const amount = toBaseUnits(escrowAmount(task))
    // The first funding of an empty contract needs more gas, and `settle` may empty it after the estimate.
    const gasLimit = ((await transfer.estimateGas(siteConfig.escrowAddress, amount, data)) * 3n) / 2n
    const sent = await transfer.send(siteConfig.escrowAddress, amount, data, { gasLimit })
    await sent.wait()
    return { escrow, hash: sent.hash }
  }

  /** Funds a task and then saves it. */
  async post(form: TaskForm): Promise<Task & { fundedBy: string }> {
    const { escrow, hash } = await this.fund(form)
    const contractAddress = this.#site.siteConfig.escrowAddress
    const task = await this.call('POST /api/tasks', { ...form, contractAddress, escrow })
    return { ...task, fundedBy: hash }
  }

  /** The TAX balance of the wallet, in base units. */
  async balance(): Promise<bigint> {
    const token = new Contract(this.#site.siteConfig.tokenAddress, tokenAbi, this.#site.provider)
    return token.getFunction('balanceOf').staticCall(this.wallet.address)
  }
}

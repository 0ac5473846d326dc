import { randomBytes } from 'node:crypto'
import { type BaseWallet, Contract, hexlify, type JsonRpcProvider, NonceManager } from 'ethers'
import { tokenAbi } from '../contracts/abi.ts'
import { encodeTerms } from '../contracts/escrow-encoding.ts'
import type { SiteConfig } from '../domain/config.ts'
import { escrowAmount, toBaseUnits } from '../domain/escrow.ts'
import { review } from '../domain/limits.ts'
import {
  defaultTiming,
  type EscrowTerms,
  earliestRefundableAt,
  type Task,
  type TaskForm,
} from '../domain/task.ts'
import { ApiClient } from '../functions/canary/api-client.ts'

interface Site {
  origin: string
  siteConfig: SiteConfig
  provider: JsonRpcProvider
}

export type Fundable = Pick<TaskForm, 'reward' | 'maxCompletions' | 'deadline' | 'reviewDays'>

/** A user with a wallet who calls the API and the contracts as a browser would, for seeds, demos and tests. */
export class ApiUser extends ApiClient {
  readonly #site: Site
  readonly #sender: NonceManager

  constructor(site: Site, wallet: BaseWallet) {
    super(site.origin, wallet.connect(site.provider))
    this.#site = site
    this.#sender = new NonceManager(this.wallet)
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
    const data = encodeTerms({ ...escrow, reward: toBaseUnits(task.reward), slots: task.maxCompletions })
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

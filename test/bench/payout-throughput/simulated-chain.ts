import type { EscrowState } from '../../../domain/escrow.ts'
import type { Chain } from '../../../functions/payouts/chain.ts'
import type { Release, Sender } from '../../../functions/payouts/sender.ts'
import type { GasModel } from './gas-model.ts'
import type { Clock } from './virtual-clock.ts'

/** Milliseconds of an RPC call and of a KMS signature. */
const latency = { rpc: 40, sign: 30 }

/** Maximum gas of one transaction (EIP-7825). */
const transactionCap = 16_777_216

interface Sent {
  nonce: number
  gas: number
  releases: Release[]
  hash: string
}

const operator = '0x0000000000000000000000000000000000000001'
const unused = () => Promise.reject(new Error('The simulation does not use this call'))

/** Gas of a block, and milliseconds between two blocks. */
export interface Limits {
  blockGas: number
  blockTime: number
}

/** An in-memory chain with the accounting of the escrow contract. The gas of a batch comes from the measured gas model. */
export class SimulatedChain {
  transactions = 0
  signatures = 0
  gasUsed = 0
  readonly #pool: Sent[] = []
  readonly #mined = new Map<string, number>()
  readonly #escrows: Map<string, EscrowState>
  readonly #holders = new Set<string>()
  #height = 0
  #nonce = 0
  #nextBlock: number
  readonly #clock: Clock
  readonly #model: GasModel
  readonly #limits: Limits

  constructor(clock: Clock, model: GasModel, limits: Limits, escrows: Map<string, EscrowState>) {
    this.#clock = clock
    this.#model = model
    this.#limits = limits
    this.#escrows = escrows
    this.#nextBlock = clock.now + limits.blockTime
  }

  #gasOf(releases: Release[]): number {
    const { base, escrow, recipient, newHolder } = this.#model
    const fresh = new Set(releases.map((one) => one.recipient).filter((one) => !this.#holders.has(one)))
    const escrows = new Set(releases.map(({ escrowId }) => escrowId))
    return base + escrows.size * escrow + releases.length * recipient + fresh.size * newHolder
  }

  /** Mines the blocks that are due by the virtual clock. */
  #mineDueBlocks() {
    for (; this.#nextBlock <= this.#clock.now; this.#nextBlock += this.#limits.blockTime) {
      this.#height++
      for (let left = this.#limits.blockGas; this.#pool[0] && this.#pool[0].gas * 1.2 <= left; ) {
        const { gas, hash, releases } = this.#pool.shift() as Sent
        left -= gas
        this.gasUsed += gas
        this.transactions++
        this.#nonce++
        this.#mined.set(hash, this.#height)
        for (const { escrowId, recipient, slot } of releases) {
          const state = this.#escrows.get(escrowId)
          const bit = 1n << BigInt(slot)
          if (!state || state.paidBitmap & bit) throw new Error(`Slot ${slot} of ${escrowId} cannot be paid`)
          state.paidBitmap |= bit
          state.paidCount++
          this.#holders.add(recipient)
        }
      }
    }
  }

  async #ask<T>(answer: () => T): Promise<T> {
    await this.#clock.wait(latency.rpc)
    this.#mineDueBlocks()
    return answer()
  }

  client(): Chain {
    return {
      escrowAddress: operator,
      checksum: (address) => address,
      signerOf: () => null,
      escrowId: () => '',
      operator: async () => operator,
      contractOperator: async () => operator,
      escrow: (id) => this.#ask(() => this.#escrows.get(id) ?? null),
      receipt: (hash) =>
        this.#ask(() => {
          const block = this.#mined.get(hash)
          return block === undefined ? null : { ok: true, confirmations: this.#height - block + 1, fee: 1n }
        }),
      leftToday: unused,
      funds: unused,
      announcements: unused,
    }
  }

  sender(): Sender {
    return {
      address: async () => operator,
      nonce: () => this.#ask(() => this.#nonce),
      gasCap: () => this.#ask(() => BigInt(Math.min(transactionCap, this.#limits.blockGas))),
      simulate: (call) => this.#ask(() => ({ gas: BigInt(Math.round(this.#gasOf(call as Release[]))) })),
      sign: async (call, nonce) => {
        await this.#clock.wait(latency.sign)
        this.signatures++
        const hash = `0x${nonce.toString(16).padStart(64, '0')}`
        const plain = (call as Release[]).map(({ escrowId, recipient, slot }) => ({
          escrowId,
          recipient,
          slot,
        }))
        return { hash, bytes: JSON.stringify({ nonce, hash, releases: plain }) }
      },
      signWithHigherFee: async () => null,
      broadcast: (bytes) =>
        this.#ask(() => {
          const { hash, nonce, releases } = JSON.parse(bytes) as Omit<Sent, 'gas'>
          const isKnown = this.#mined.has(hash) || this.#pool.some((one) => one.hash === hash)
          if (!isKnown) this.#pool.push({ nonce, hash, releases, gas: this.#gasOf(releases) })
          return 'taken'
        }),
    }
  }
}

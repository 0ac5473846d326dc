import type { SiteConfig } from '../../../../domain/config.ts'
import { type EscrowState, type Terms, toBaseUnits } from '../../../../domain/escrow.ts'
import { insufficientTax, WalletError, walletTexts } from './errors.ts'
import {
  balanceData,
  decodeBalance,
  decodeState,
  escrowId,
  fundingData,
  refundData,
  revertName,
  stateData,
} from './escrow-calls.ts'
import type { Provider } from './provider.ts'
import { RpcError, rpc } from './rpc.ts'

/** Reads and writes of the chain that funding needs. Load this module lazily, because it imports ethers. */
export interface FundingChain {
  escrowId(terms: Terms): string
  /** Base units of TAX. */
  balance(owner: string): Promise<bigint>
  /** The escrow under this id, or null when it was never funded. */
  escrow(id: string): Promise<EscrowState | null>
  /** Simulates the funding before the wallet's prompt. @throws WalletError if the transaction would fail */
  checkFunding(terms: Terms): Promise<void>
  /** Asks the wallet to send the funding; returns the transaction hash. */
  fund(provider: Provider, terms: Terms): Promise<string>
  /** 'unknown' is a transaction that the node has never seen or has dropped. */
  transaction(hash: string): Promise<'mined' | 'reverted' | 'pending' | 'unknown'>
}

const refusals: Record<string, string> = {
  EscrowPaused: 'The escrow contract takes no new tasks at the moment.',
  AlreadyFunded: 'An escrow with these terms is funded already.',
  AlreadyClosed: 'This escrow is closed already.',
  NotRefundableYet: 'This escrow cannot be refunded yet.',
  InvalidRefundableAt: 'The deadline is too close or too far away for the escrow contract.',
}

/** Reads through the site's own RPC endpoint, writes through the wallet. */
export function openFundingChain(config: SiteConfig, origin = location.origin): FundingChain {
  const url = new URL(config.rpcUrl, origin).href
  const read = async (to: string, data: string) =>
    String(await rpc(url, 'eth_call', [{ to, data }, 'latest']))
  const fundingCall = (terms: Terms) => ({
    from: terms.funder,
    to: config.tokenAddress,
    data: fundingData(config.escrowAddress, terms),
  })
  const balance = async (owner: string) => decodeBalance(await read(config.tokenAddress, balanceData(owner)))

  return {
    escrowId,
    balance,
    escrow: async (id) => decodeState(await read(config.escrowAddress, stateData(id))),
    async checkFunding(terms) {
      const needed = terms.reward * BigInt(terms.slots)
      if ((await balance(terms.funder)) < needed)
        throw new WalletError('low-token', insufficientTax(Number(needed / toBaseUnits(1))))
      const gas = await rpc(url, 'eth_estimateGas', [fundingCall(terms)]).catch((error: unknown) => {
        throw asRefusal(error)
      })
      const [price, held] = await Promise.all([
        rpc(url, 'eth_gasPrice', []),
        rpc(url, 'eth_getBalance', [terms.funder, 'latest']),
      ])
      if (asBigInt(gas) * asBigInt(price) > asBigInt(held))
        throw new WalletError('low-gas', walletTexts.lowGas)
    },
    async fund(provider, terms) {
      return String(await provider.request({ method: 'eth_sendTransaction', params: [fundingCall(terms)] }))
    },
    async transaction(hash) {
      const receipt = await rpc(url, 'eth_getTransactionReceipt', [hash])
      if (typeof receipt === 'object' && receipt !== null && 'status' in receipt)
        return Number(receipt.status) === 1 ? 'mined' : 'reverted'
      return (await rpc(url, 'eth_getTransactionByHash', [hash])) ? 'pending' : 'unknown'
    },
  }
}

/**
 * Asks the wallet to send the refund of an escrow; returns the transaction hash. The transaction is simulated first.
 * @throws WalletError if the transaction would fail
 */
export async function sendRefund(config: SiteConfig, provider: Provider, from: string, terms: Terms) {
  const call = { from, to: config.escrowAddress, data: refundData(terms) }
  await rpc(new URL(config.rpcUrl, location.origin).href, 'eth_estimateGas', [call]).catch(
    (error: unknown) => {
      throw asRefusal(error)
    },
  )
  return String(await provider.request({ method: 'eth_sendTransaction', params: [call] }))
}

function asRefusal(error: unknown): unknown {
  const name = error instanceof RpcError ? revertName(error.data) : null
  if (!name) return error
  return new WalletError('refused', refusals[name] ?? `The contract refuses: ${name}.`, { cause: error })
}

const asBigInt = (value: unknown): bigint => BigInt(String(value ?? 0))

import type { SiteConfig } from '../../../../domain/config.ts'
import { type Terms, toBaseUnits } from '../../../../domain/escrow.ts'
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

const refusals: Record<string, string> = {
  EscrowPaused: 'The escrow contract takes no new tasks at the moment.',
  AlreadyFunded: 'An escrow with these terms is funded already.',
  AlreadyClosed: 'This escrow is closed already.',
  NotRefundableYet: 'This escrow cannot be refunded yet.',
  InvalidRefundableAt: 'The deadline is too close or too far away for the escrow contract.',
}

/**
 * Reads and writes of the chain that funding needs: reads through the site's own RPC endpoint, writes through the wallet. Load
 * this module lazily, because it imports ethers.
 */
export function openFundingChain(config: SiteConfig, origin = location.origin) {
  const url = new URL(config.rpcUrl, origin).href
  const read = async (to: string, data: string) =>
    String(await rpc(url, 'eth_call', [{ to, data }, 'latest']))
  const fundingCall = (terms: Terms) => ({
    from: terms.funder,
    to: config.tokenAddress,
    data: fundingData(config.escrowAddress, terms),
  })
  /** Base units of TAX. */
  const balance = async (owner: string) => decodeBalance(await read(config.tokenAddress, balanceData(owner)))

  return {
    escrowId,
    /** The escrow under this id, or null when it was never funded. */
    escrow: async (id: string) => decodeState(await read(config.escrowAddress, stateData(id))),
    /** Simulates the funding before the wallet's prompt. @throws WalletError if the transaction would fail */
    async checkFunding(terms: Terms) {
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
    /** Asks the wallet to send the funding; returns the transaction hash. */
    async fund(provider: Provider, terms: Terms) {
      return String(await provider.request({ method: 'eth_sendTransaction', params: [fundingCall(terms)] }))
    },
    /** 'unknown' is a transaction that the node has never seen or has dropped. */
    async transaction(hash: string): Promise<'mined' | 'reverted' | 'pending' | 'unknown'> {
      const receipt = await rpc(url, 'eth_getTransactionReceipt', [hash])
      if (typeof receipt === 'object' && receipt !== null && 'status' in receipt)
        return Number(receipt.status) === 1 ? 'mined' : 'reverted'
      return (await rpc(url, 'eth_getTransactionByHash', [hash])) ? 'pending' : 'unknown'
    },
  }
}

export type FundingChain = ReturnType<typeof openFundingChain>

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

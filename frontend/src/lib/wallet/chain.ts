import { Interface } from 'ethers'
import { escrowAbi, tokenAbi } from '../../../../contracts/abi.ts'
import { encodeTerms, escrowId, stateOf } from '../../../../contracts/escrow-encoding.ts'
import type { SiteConfig } from '../../../../domain/config.ts'
import { type Terms, toBaseUnits } from '../../../../domain/escrow.ts'
import { readBalance } from './balance.ts'
import { insufficientTax, WalletError, walletTexts } from './errors.ts'
import type { Provider } from './provider.ts'
import { RpcError, rpc } from './rpc.ts'

/* ABI encoding for the two contracts. Load this module lazily, because it imports ethers. */

const token = new Interface(tokenAbi)
const escrow = new Interface(escrowAbi)

/** Call data that pays reward × slots into the escrow and opens it, in one transaction (ERC-1363). */
const fundingData = (escrowAddress: string, terms: Terms): string =>
  token.encodeFunctionData('transferAndCall(address,uint256,bytes)', [
    escrowAddress,
    terms.reward * BigInt(terms.slots),
    encodeTerms(terms),
  ])

/** Call data of the refund of an escrow, possible from `refundableAt` on. */
const refundData = (terms: Terms): string => escrow.encodeFunctionData('refund', [terms])

/** The name of the contracts' custom error in revert data, which nodes nest differently, or null. */
export function revertName(data: unknown): string | null {
  if (typeof data === 'object' && data !== null) {
    return (
      Object.values(data)
        .map(revertName)
        .find((name) => name !== null) ?? null
    )
  }
  if (typeof data !== 'string' || !/^0x[0-9a-f]{8}/i.test(data)) return null
  return (escrow.parseError(data) ?? token.parseError(data))?.name ?? null
}

const refusals: Record<string, string> = {
  EscrowPaused: 'The escrow contract takes no new tasks at the moment.',
  AlreadyFunded: 'An escrow with these terms is funded already.',
  AlreadyClosed: 'This escrow is closed already.',
  NotRefundableYet: 'This escrow cannot be refunded yet.',
  InvalidRefundableAt: 'The deadline is too close or too far away for the escrow contract.',
}

/**
 * Reads and writes of the chain that funding needs: reads through the site's own RPC endpoint, writes through the wallet.
 */
export function openFundingChain(config: SiteConfig, origin = location.origin) {
  const url = new URL(config.rpcUrl, origin).href
  const fundingCall = (terms: Terms) => ({
    from: terms.funder,
    to: config.tokenAddress,
    data: fundingData(config.escrowAddress, terms),
  })

  return {
    escrowId,
    /** The escrow under this id, or null when it was never funded. */
    async escrow(id: string) {
      const call = { to: config.escrowAddress, data: escrow.encodeFunctionData('escrows', [id]) }
      const result = String(await rpc(url, 'eth_call', [call, 'latest']))
      return stateOf(escrow.decodeFunctionResult('escrows', result))
    },
    /** Simulates the funding before the wallet's prompt. @throws WalletError if the transaction would fail */
    async checkFunding(terms: Terms) {
      const needed = Number((terms.reward * BigInt(terms.slots)) / toBaseUnits(1))
      if ((await readBalance({ ...config, rpcUrl: url }, terms.funder)) < needed)
        throw new WalletError('low-token', insufficientTax(needed))
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

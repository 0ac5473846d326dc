import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { SiteConfig } from '../../../../domain/config.ts'
import { token } from '../../../../domain/limits.ts'
import { useConfig } from '../config.ts'
import { queryKey } from '../query.ts'
import { rpc } from './rpc.ts'

type Token = Pick<SiteConfig, 'rpcUrl' | 'tokenAddress'>

/** Whole TAX of a wallet. Calls ERC-20 `balanceOf(address)` without ethers, which is large. */
export async function readBalance({ rpcUrl, tokenAddress }: Token, wallet: string): Promise<number> {
  const data = `0x70a08231${wallet.slice(2).toLowerCase().padStart(64, '0')}`
  const result = await rpc(rpcUrl, 'eth_call', [{ to: tokenAddress, data }, 'latest'])
  return Number(BigInt(String(result)) / 10n ** BigInt(token.decimals))
}

/** The query of a wallet's balance. Skipped without a wallet or a token. */
export const balanceQuery = (config: Token, wallet: string | null | undefined, asOf?: number) =>
  queryOptions({
    queryKey: queryKey('balance', wallet, asOf),
    queryFn: wallet && config.tokenAddress ? () => readBalance(config, wallet) : skipToken,
    placeholderData: (previous: number | undefined) => previous,
    refetchOnMount: 'always',
  })

/**
 * Whole TAX that a wallet holds, read again whenever it is shown; undefined while unknown. `asOf`: a value whose change
 * means that the balance may have changed.
 */
export const useTokenBalance = (wallet: string | null | undefined, asOf?: number): number | undefined =>
  useQuery(balanceQuery(useConfig(), wallet, asOf)).data

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { SiteConfig } from '../../../../domain/config.ts'
import { token } from '../../../../domain/limits.ts'
import { useConfig } from '../config.ts'
import { queryKey } from '../query.ts'
import { useSettled } from '../settled.ts'
import { rpc } from './rpc.ts'

type Token = Pick<SiteConfig, 'rpcUrl' | 'tokenAddress'>

/** Whole TAX of a wallet. Calls ERC-20 `balanceOf(address)` without ethers, which is large. */
export async function readBalance({ rpcUrl, tokenAddress }: Token, wallet: string): Promise<number> {
  const data = `0x70a08231${wallet.slice(2).toLowerCase().padStart(64, '0')}`
  const result = await rpc(rpcUrl, 'eth_call', [{ to: tokenAddress, data }, 'latest'])
  return Number(BigInt(String(result)) / 10n ** BigInt(token.decimals))
}

/** The query of a wallet's balance. Skipped without a wallet or a token. */
export const balanceQuery = (config: Token, wallet: string | null | undefined) =>
  queryOptions({
    queryKey: queryKey('balance', wallet),
    queryFn: wallet && config.tokenAddress ? () => readBalance(config, wallet) : skipToken,
    refetchOnMount: 'always',
  })

/**
 * Whole TAX that a wallet holds, read again whenever it is shown and when a payment is reported; undefined while unknown.
 */
export const useTokenBalance = (wallet: string | null | undefined): number | undefined =>
  useQuery({ ...balanceQuery(useConfig(), wallet), enabled: useSettled() }).data

import { useQuery } from '@tanstack/react-query'
import { token } from '../../../../domain/limits.ts'
import { useConfig } from '../config.ts'
import { queryKey } from '../query.ts'
import { rpc } from './rpc.ts'

/**
 * Whole TAX that a wallet holds, read again whenever it is shown; undefined while unknown. `asOf`: a value whose change
 * means that the balance may have changed. Reads ERC-20 `balanceOf(address)` without ethers, which is large.
 */
export function useTokenBalance(wallet: string | null | undefined, asOf?: number): number | undefined {
  const { rpcUrl, tokenAddress } = useConfig()
  const { data } = useQuery({
    queryKey: queryKey('balance', wallet, asOf),
    queryFn: async () => {
      const data = `0x70a08231${(wallet ?? '').slice(2).toLowerCase().padStart(64, '0')}`
      const result = await rpc(rpcUrl, 'eth_call', [{ to: tokenAddress, data }, 'latest'])
      return Number(BigInt(String(result)) / 10n ** BigInt(token.decimals))
    },
    enabled: Boolean(wallet && tokenAddress),
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  })
  return data
}

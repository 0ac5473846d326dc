import { useQuery } from '@tanstack/react-query'
import { token, ui } from '../../../../domain/limits.ts'
import { call } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { rpc } from '../../lib/wallet/rpc.ts'

/** The person's own dashboard; refreshed every 5 s for non-admins (spec section 7). */
export function useDashboard(isAdmin: boolean) {
  return useQuery({
    queryKey: ['GET /api/dashboard'],
    queryFn: () => call('GET /api/dashboard'),
    refetchInterval: isAdmin ? false : ui.dashboardPoll,
  })
}

/** Whole TAX on an address, read from the chain so that no wallet code has to load. */
export function useTokenBalance(address: string | null, asOf: number) {
  const { rpcUrl, tokenAddress } = useConfig()
  return useQuery({
    queryKey: ['balance', address, asOf],
    queryFn: () => readBalance(rpcUrl, tokenAddress, address ?? ''),
    enabled: Boolean(address && tokenAddress),
    placeholderData: (previous) => previous,
  })
}

/** ERC-20 `balanceOf(address)`, rounded down to whole TAX. */
async function readBalance(rpcUrl: string, tokenAddress: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  const result = await rpc(rpcUrl, 'eth_call', [{ to: tokenAddress, data }, 'latest'])
  return BigInt(String(result)) / 10n ** BigInt(token.decimals)
}

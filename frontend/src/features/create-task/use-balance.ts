import { useQuery } from '@tanstack/react-query'
import { toBaseUnits } from '../../../../domain/escrow.ts'
import { useConfig } from '../../lib/config.ts'

/** Whole TAX that an address holds now; undefined while that is unknown. Asked anew each time a form opens. */
export function useBalance(address: string | null | undefined): number | undefined {
  const config = useConfig()
  const { data } = useQuery({
    queryKey: ['balance', { address }],
    queryFn: async () => {
      const { openFundingChain } = await import('../../lib/wallet/chain.ts')
      return Number((await openFundingChain(config).balance(address ?? '')) / toBaseUnits(1))
    },
    enabled: Boolean(address && config.tokenAddress),
    refetchOnMount: 'always',
  })
  return data
}

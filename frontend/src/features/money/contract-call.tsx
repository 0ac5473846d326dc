import { useConfig } from '../../lib/config.ts'
import { CopyButton } from '../../ui/address.tsx'

/** Views of the contracts, with the types of their arguments and results, and the arguments for this site. */
const views = {
  'escrow.totalHeld()': ['totalHeld()(uint256)'],
  'escrow.operator()': ['operator()(address)'],
  'escrow.dailyLimit()': ['dailyLimit()(uint256)'],
  'escrow.availableToday()': ['availableToday()(uint256)'],
  'escrow.pausedUntil()': ['pausedUntil()(uint256)'],
  'escrow.announcements(0)': ['announcements(uint8)(uint160,uint64)', '0'],
  'escrow.announcements(1)': ['announcements(uint8)(uint160,uint64)', '1'],
  'escrow.announcements(2)': ['announcements(uint8)(uint160,uint64)', '2'],
  'token.balanceOf(escrow)': ['balanceOf(address)(uint256)', 'escrow'],
} as const

/** A view of a contract. A click copies a command that calls the view on this site's chain. */
export function ContractCall({ view }: { view: keyof typeof views }) {
  const { escrowAddress, rpcUrl, tokenAddress } = useConfig()
  const contract = view.startsWith('token') ? tokenAddress : escrowAddress
  const [signature, argument] = views[view]
  const parts = [
    'cast call',
    contract,
    `'${signature}'`,
    argument === 'escrow' ? escrowAddress : argument,
    '--rpc-url',
    rpcUrl,
  ]
  return (
    <CopyButton value={parts.filter(Boolean).join(' ')} what="the command for">
      {view}
    </CopyButton>
  )
}

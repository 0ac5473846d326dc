import { token } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { formatNumber } from '../../lib/format.ts'
import { Address } from '../../ui/address.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Money } from '../../ui/money.tsx'
import { useTokenBalance } from './queries.ts'

/** Who this is, whether their wallet can be paid, and what they have earned. */
export function DashboardHeader({ user, earnings }: { user: User; earnings: number }) {
  return (
    <div className="flex flex-col gap-8 sm:flex-row sm:items-end sm:justify-between">
      <div className="flex items-center gap-4">
        <Avatar user={user} className="size-14 text-lg" />
        <div className="min-w-0">
          <h1 className="text-2xl sm:text-3xl">My Dashboard</h1>
          <p className="mt-1 truncate text-ink-2">{user.username}</p>
        </div>
      </div>
      <div className="sm:text-right">
        <p className="mb-2 text-ink-2 text-sm">Total earned</p>
        <Money amount={earnings} size="xl" tone={earnings > 0 ? 'paid' : 'ink'} />
        <WalletStatus address={user.walletAddress} earnings={earnings} />
      </div>
    </div>
  )
}

function WalletStatus({ address, earnings }: { address: string | null; earnings: number }) {
  const balance = useTokenBalance(address, earnings)
  if (!address) {
    return (
      <p className="mt-3 text-amber text-sm">No wallet connected: you cannot be paid until there is one.</p>
    )
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 text-ink-2 text-sm sm:justify-end">
      <span>Wallet connected</span>
      <Address value={address} />
      {balance.data !== undefined && (
        <span>
          holds {formatNumber(balance.data)} {token.symbol}
        </span>
      )}
    </p>
  )
}

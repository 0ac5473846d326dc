import { clsx as cx } from 'clsx'
import { token } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { formatNumber } from '../../lib/format.ts'
import { useTokenBalance } from '../../lib/wallet/balance.ts'
import { forget, useWallet } from '../../lib/wallet/connection.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.ts'
import { Avatar } from '../../ui/user.tsx'
import { connectWallet } from '../auth/session.ts'

export function DashboardHeader({ user, earnings }: { user: User; earnings: number }) {
  return (
    <div className="flex flex-col gap-8 sm:flex-row sm:items-end sm:justify-between">
      <div className="flex items-center gap-4">
        <Avatar user={user} className="size-14 text-lg" />
        <div className="min-w-0">
          <h1 className="text-2xl sm:text-3xl">My Dashboard</h1>
          <p className="mt-1 break-all text-ink-2">{user.username}</p>
        </div>
      </div>
      <div className="sm:text-right">
        <p className="mb-2 text-ink-2 text-sm">Total earned</p>
        <Money amount={earnings} size="xl" tone={earnings > 0 ? 'paid' : 'ink'} />
        <WalletStatus address={user.walletAddress} />
      </div>
    </div>
  )
}

/** The account's wallet, whether it is connected in this browser, and its balance. */
function WalletStatus({ address }: { address: string | null }) {
  const { isConnected } = useWallet()
  const balance = useTokenBalance(address)
  const disconnect = () => {
    forget()
    toast({ title: 'Wallet disconnected' })
  }
  if (!address) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-3 sm:justify-end">
        <p className="text-amber text-sm">No wallet: you cannot be paid until there is one.</p>
        <Button variant="secondary" size="sm" onClick={connectWallet}>
          Connect wallet
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm sm:justify-end">
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className={cx('size-2 rounded-full', isConnected ? 'bg-green-ink' : 'border border-ink-3')}
        />
        {isConnected ? 'Wallet connected' : 'Wallet not connected'}
      </span>
      <Address value={address} />
      {balance !== undefined && (
        <span>
          holds {formatNumber(balance)} {token.symbol}
        </span>
      )}
      <Button
        variant="quiet"
        size="sm"
        className="-mr-3 max-sm:-ml-3"
        onClick={isConnected ? disconnect : connectWallet}
      >
        {isConnected ? 'Disconnect' : 'Connect'}
      </Button>
    </div>
  )
}

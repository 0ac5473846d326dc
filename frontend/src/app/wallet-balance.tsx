import { clsx as cx } from 'clsx'
import { token } from '../../../domain/limits.ts'
import { useTokenBalance } from '../lib/wallet/balance.ts'
import { Money } from '../ui/money.tsx'

/** Whole TAX that the user's wallet holds; nothing without a wallet or while the balance is unknown. */
export function WalletBalance({ wallet, className }: { wallet: string | null; className?: string }) {
  const balance = useTokenBalance(wallet)
  if (balance === undefined) return null
  return (
    <span className={cx('text-sm', className)}>
      <span className="sr-only">Wallet balance </span>
      <Money amount={balance} unit={token.symbol} size="sm" />
    </span>
  )
}

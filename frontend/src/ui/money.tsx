import { clsx as cx } from 'clsx'
import { token } from '../../../domain/limits.ts'
import { formatNumber } from '../lib/format.ts'

const sizes = {
  sm: ['text-base', 'text-xs'],
  md: ['text-2xl', 'text-xs'],
  lg: ['text-4xl', 'text-sm'],
  xl: ['text-6xl', 'text-base'],
  '2xl': ['text-[clamp(3.583rem,18vw,5.16rem)]', 'text-lg'],
}
const tones = { ink: '', held: 'text-amber', paid: 'text-green-ink', quiet: 'text-ink-2' }

interface MoneyProps {
  /** CENTS by default, or whole TAX with `unit`. */
  amount: number | bigint
  unit?: string
  size?: keyof typeof sizes
  /** The color: `held` for money in escrow, `paid` for money that was paid out. */
  tone?: keyof typeof tones
  className?: string
}

/** An amount of money: the number first and large, the unit small. */
export function Money({ amount, unit = token.rewardUnit, size = 'md', tone = 'ink', className }: MoneyProps) {
  const [amountSize, unitSize] = sizes[size]
  return (
    <span className={cx('inline-flex items-baseline gap-[0.3em] whitespace-nowrap', tones[tone], className)}>
      <span className={cx(amountSize, 'font-[680] leading-none tracking-[-0.02em]')}>
        {formatNumber(amount)}
      </span>{' '}
      <span className={cx(unitSize, 'font-semibold tracking-[0.04em]')}>{unit}</span>
    </span>
  )
}

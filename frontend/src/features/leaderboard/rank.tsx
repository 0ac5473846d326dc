import { Award, Medal, Trophy } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'

const special = [
  { Icon: Trophy, ink: 'text-gold', row: 'bg-gold-soft' },
  { Icon: Medal, ink: 'text-silver', row: 'bg-silver-soft' },
  { Icon: Award, ink: 'text-bronze', row: 'bg-bronze-soft' },
]

/** The place in the list; the first three carry gold, silver and bronze. */
export function Rank({ rank }: { rank: number }) {
  const medal = special[rank - 1]
  return (
    <span className="flex items-center gap-1.5 font-[650] max-lg:min-w-10 text-lg">
      {medal ? (
        <medal.Icon aria-hidden="true" strokeWidth={1.75} className={cx('size-6', medal.ink)} />
      ) : (
        <span className="size-6 max-lg:hidden" />
      )}
      <span className={cx(!medal && 'text-ink-2')}>{rank}</span>
    </span>
  )
}

/** The shade of a row of the first three. */
export const rowShade = (rank: number): string | undefined => special[rank - 1]?.row

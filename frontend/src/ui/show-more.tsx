import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'

/** Goes on with a long list; nothing once it is all there. */
export function ShowMore({ left, onClick }: { left: number; onClick: () => void }) {
  if (left === 0) return null
  return (
    <div className="mt-8 flex">
      <Button variant="secondary" className="w-full sm:mx-auto sm:w-auto" onClick={onClick}>
        Show more, {formatNumber(left)} left
      </Button>
    </div>
  )
}

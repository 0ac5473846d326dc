import { clsx as cx } from 'clsx'
import { Skeleton } from './page-states.tsx'
import { Perforation, Ticket } from './ticket.tsx'

const lines = ['w-28', 'mt-1 w-4/5', 'mt-2 w-full', 'w-2/3', 'mt-auto w-1/2', 'w-3/5']

/** The placeholder of a ticket. `className` gives the height of the ticket that follows. */
export const TicketSkeleton = ({ className }: { className: string }) => (
  <Ticket className={cx('flex flex-col', className)}>
    <div className="flex flex-1 flex-col gap-3 px-5 pt-5 pb-4">
      {lines.map((line) => (
        <Skeleton key={line} className={cx('h-4', line)} />
      ))}
    </div>
    <Perforation />
    <div className="flex items-end justify-between px-5 py-4">
      <Skeleton className="h-7 w-24" />
      <Skeleton className="h-4 w-20" />
    </div>
  </Ticket>
)

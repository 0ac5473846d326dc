import { clsx as cx } from 'clsx'
import { Skeleton } from './page-states.tsx'
import { Perforation, Ticket } from './ticket.tsx'

/** The placeholder of a ticket. `className` gives the height of the ticket that follows. */
export const TicketSkeleton = ({ className }: { className: string }) => (
  <Ticket className={cx('flex flex-col', className)}>
    <Skeleton className="m-5 h-4 w-28" />
    <Skeleton className="mx-5 h-4 w-4/5" />
    <Skeleton className="m-5 flex-1" />
    <Perforation />
    <Skeleton className="m-5 h-7 w-24" />
  </Ticket>
)

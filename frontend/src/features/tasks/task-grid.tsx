import type { Ref } from 'react'
import type { Task } from '../../../../domain/task.ts'
import { Loading, Skeleton } from '../../ui/page-states.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { useAuth } from '../auth/auth.tsx'
import { useOwnSubmissions } from './own-submissions.ts'
import { TaskCard } from './task-card.tsx'

const columns = 'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3'

/** Task cards in one, two or three columns, with the viewer's own state on each. */
export function TaskGrid({ tasks, list }: { tasks: Task[]; list?: Ref<HTMLUListElement> }) {
  const { user } = useAuth()
  const { byTask } = useOwnSubmissions(user)
  return (
    <ul ref={list} className={columns}>
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskCard task={task} isOwn={task.creatorId === user?.id} submission={byTask.get(task.id)} />
        </li>
      ))}
    </ul>
  )
}

/** Placeholders for `count` cards while they load. */
export function TaskGridSkeleton({ count }: { count: number }) {
  return (
    <Loading what="tasks">
      <div className={columns}>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={String(index)} />
        ))}
      </div>
    </Loading>
  )
}

function CardSkeleton() {
  return (
    <Ticket>
      <div className="px-5 pt-4 pb-5">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="mt-3 h-6 w-4/5" />
        <Skeleton className="mt-4 h-4 w-full" />
        <Skeleton className="mt-2 h-4 w-11/12" />
        <Skeleton className="mt-2 h-4 w-2/3" />
        <Skeleton className="mt-5 h-4 w-1/2" />
        <Skeleton className="mt-2.5 h-4 w-1/2" />
        <Skeleton className="mt-2.5 h-4 w-2/5" />
        <Skeleton className="mt-2.5 h-4 w-4/5" />
      </div>
      <Perforation />
      <div className="flex items-end justify-between px-5 py-4">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-5 w-20" />
      </div>
    </Ticket>
  )
}

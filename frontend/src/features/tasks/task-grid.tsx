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

const lines = [
  'w-28',
  'mt-3 w-4/5',
  'mt-4 w-full',
  'w-11/12',
  'w-2/3',
  'mt-5 w-1/2',
  'w-3/5',
  'w-2/5',
  'w-4/5',
]

/** Placeholders for `count` cards while they load. */
export function TaskGridSkeleton({ count }: { count: number }) {
  return (
    <Loading what="tasks">
      <div className={columns}>
        {Array.from({ length: count }, (_, index) => (
          <Ticket key={String(index)}>
            <div className="flex flex-col gap-2.5 px-5 pt-4 pb-5">
              {lines.map((line) => (
                <Skeleton key={line} className={`h-4 ${line}`} />
              ))}
            </div>
            <Perforation />
            <div className="flex items-end justify-between px-5 py-4">
              <Skeleton className="h-7 w-24" />
              <Skeleton className="h-5 w-20" />
            </div>
          </Ticket>
        ))}
      </div>
    </Loading>
  )
}

import { ClipboardList, SearchX } from 'lucide-react'
import { type Ref, useDeferredValue } from 'react'
import type { Task } from '../../../../domain/task.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Loaded, type LoadedProps } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TicketSkeleton } from '../../ui/ticket-skeleton.tsx'
import { useAuth } from '../auth/auth.tsx'
import { useOwnSubmissions } from './queries.ts'
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

interface LoadedTasksProps extends Pick<LoadedProps<Task[]>, 'query' | 'children'> {
  /** The number of placeholders while the tasks load. */
  count: number
}

export function LoadedTasks({ count, query, children }: LoadedTasksProps) {
  // The first cards are rendered in slices, because a phone needs 100 ms for them.
  const isShown = useDeferredValue(query.data !== undefined)
  return (
    <Loaded
      query={isShown ? query : { ...query, data: undefined }}
      what="tasks"
      title="Error loading tasks"
      level="h3"
      message={() => 'Failed to load tasks. Please try again later.'}
      placeholder={
        <div className={columns}>
          {Array.from({ length: count }, (_, index) => (
            <TicketSkeleton key={String(index)} className="h-92" />
          ))}
        </div>
      }
    >
      {children}
    </Loaded>
  )
}

/** Says that there are no tasks. `clear` removes the filters, if there are any. */
export function NoTasks({ clear }: { clear: (() => void) | null }) {
  const create = useDialog('create')
  return (
    <EmptyState
      icon={clear ? SearchX : ClipboardList}
      title="No tasks found"
      action={
        clear ? (
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        ) : (
          <ButtonLink {...create.link('task')}>Create Task</ButtonLink>
        )
      }
    >
      {clear
        ? 'Nothing matches your search and filters. Try fewer words or another category.'
        : 'No tasks available at the moment.'}
    </EmptyState>
  )
}

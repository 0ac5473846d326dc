import { SearchX } from 'lucide-react'
import { lists } from '../../../domain/limits.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { useCompletedTasks, useTaskPages } from '../features/tasks/list-queries.ts'
import { TaskFilterBar } from '../features/tasks/task-filter-bar.tsx'
import { useTaskFilters } from '../features/tasks/task-filters.ts'
import { TaskGrid, TaskGridSkeleton } from '../features/tasks/task-grid.tsx'
import { opened, useDialog } from '../lib/dialogs.ts'
import { useTitle } from '../lib/page-head.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/page-states.tsx'

const none: string[] = []

/** All tasks that take submissions, searched, filtered and sorted by the server. */
export default function TasksPage() {
  useTitle(
    'Tasks',
    'Real-world tasks that take submissions now: what to do, how long it takes and what it pays. Each reward is already in escrow.',
  )
  const { user, isLoading } = useAuth()
  const { filters, active, change, clear } = useTaskFilters(Boolean(user))
  const completed = useCompletedTasks(user)
  const hidden = filters.done === 'hide' ? completed.ids : none
  const list = useTaskPages(filters, hidden)
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="text-3xl sm:text-4xl">Available Tasks</h1>
      <p className="mt-2 mb-8 max-w-xl text-ink-2">
        Each reward is already locked in escrow. Pick one, do it, hand in your proof.
      </p>
      <TaskFilterBar user={user} filters={filters} active={active} onChange={change} onClear={clear} />
      <section aria-labelledby="task-list" className="mt-8">
        <h2 id="task-list" className="sr-only">
          Tasks
        </h2>
        {completed.error && (
          <p role="alert" className="mb-5 text-red">
            {completed.error.message}. Those you have completed are shown with the others.
          </p>
        )}
        {isLoading || completed.isLoading ? (
          <TaskGridSkeleton count={lists.tasksFirst} />
        ) : (
          <TaskList list={list} hidden={hidden} filtered={active > 0} clear={clear} />
        )}
      </section>
    </div>
  )
}

interface TaskListProps {
  list: ReturnType<typeof useTaskPages>
  hidden: string[]
  filtered: boolean
  clear: () => void
}

function TaskList({ list, hidden, filtered, clear }: TaskListProps) {
  if (list.isPending) return <TaskGridSkeleton count={lists.tasksFirst} />
  if (list.error && !list.data) {
    return (
      <ErrorState
        title="Error loading tasks"
        action={
          <Button busy={list.isFetching && 'Trying again…'} onClick={() => void list.refetch()}>
            Try again
          </Button>
        }
      >
        Failed to load tasks. Please try again later.
      </ErrorState>
    )
  }
  const tasks = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    (task) => !hidden.includes(task.id),
  )
  if (tasks.length === 0) return <NoTasks filtered={filtered} clear={clear} />
  return (
    <>
      <p role="status" className="sr-only">
        {list.isPlaceholderData ? 'Searching' : `${tasks.length} tasks shown`}
      </p>
      <div
        aria-busy={list.isPlaceholderData}
        className={list.isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : undefined}
      >
        <TaskGrid tasks={tasks} />
      </div>
      {list.isFetchNextPageError && (
        <p role="alert" className="mt-6 text-red">
          Failed to load tasks. Please try again later.
        </p>
      )}
      {list.hasNextPage && (
        <div className="mt-10 flex">
          <Button
            variant="secondary"
            size="lg"
            className="w-full sm:mx-auto sm:w-auto"
            busy={list.isFetchingNextPage && 'Loading…'}
            onClick={() => void list.fetchNextPage()}
          >
            Load More
          </Button>
        </div>
      )}
    </>
  )
}

function NoTasks({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  const create = useDialog('create')
  return (
    <EmptyState
      icon={SearchX}
      title="No tasks found"
      action={
        filtered ? (
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        ) : (
          <ButtonLink to={create.to('task')} state={opened}>
            Create Task
          </ButtonLink>
        )
      }
    >
      {filtered
        ? 'Nothing matches your search and filters. Try fewer words or another category.'
        : 'No tasks available at the moment.'}
    </EmptyState>
  )
}

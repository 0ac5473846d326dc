import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { lists } from '../../../domain/limits.ts'
import type { Task } from '../../../domain/task.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { HideCompleted } from '../features/tasks/filter-fields.tsx'
import { useTaskPages } from '../features/tasks/list-queries.ts'
import { useOwnSubmissions } from '../features/tasks/queries.ts'
import { TaskFilterBar } from '../features/tasks/task-filter-bar.tsx'
import { sortLabels, useTaskFilters } from '../features/tasks/task-filters.ts'
import { LoadedTasks, NoTasks, TaskGrid } from '../features/tasks/task-grid.tsx'
import { focusOn } from '../lib/focus.ts'
import { formatNumber, plural } from '../lib/format.ts'
import { useTitle } from '../lib/page-head.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page-states.tsx'
import { Section } from '../ui/section.tsx'
import { MoreButton, useNewRows } from '../ui/show-more.tsx'

const none: string[] = []

/** All tasks that take submissions, searched, filtered and sorted by the server. */
export default function TasksPage() {
  useTitle(
    'Tasks',
    'Real-world tasks that take submissions now: what to do, how long it takes and what it pays. Each reward is already in escrow.',
  )
  const { user, isLoading } = useAuth()
  const { filters, active, change, clear } = useTaskFilters(Boolean(user))
  const own = useOwnSubmissions(user, 'always')
  const hidden = filters.done === 'hide' ? own.completed : none
  const list = useTaskPages(filters, hidden)
  const tasks = list.data?.pages.flatMap((page) => page.items).filter((task) => !hidden.includes(task.id))
  const count = useRef<HTMLParagraphElement>(null)
  // The button disappears, so the focus moves to the number of results.
  const clearAll = () => {
    clear()
    focusOn(count.current)
  }
  return (
    <div className="page pt-6 sm:pt-14">
      <h1 className="text-3xl sm:text-4xl">Available Tasks</h1>
      <p className="mt-2 mb-5 max-w-xl text-ink-2 max-sm:text-lg sm:mb-8">
        Each reward is already locked in escrow. Pick one, do it, submit your proof.
      </p>
      <TaskFilterBar isSignedIn={Boolean(user)} filters={filters} onChange={change} onClear={clear} />
      <div className="mt-3 mb-3 flex flex-wrap items-center gap-x-6 gap-y-1 lg:min-h-11">
        <p ref={count} role="status" className="mr-auto min-h-lh text-ink-2 text-sm">
          {list.found !== null
            ? `Searching… ${formatNumber(list.found)} found so far`
            : list.isPlaceholderData
              ? 'Searching'
              : tasks &&
                `${list.hasNextPage && tasks.length > 0 ? 'First ' : ''}${plural(tasks.length, 'task')} shown, ${sortLabels[filters.sort].toLowerCase()}`}
        </p>
        {active > 0 && (
          <p className="flex items-center gap-2">
            <Badge tone="paid">{plural(active, 'active filter')}</Badge>
            <Button variant="quiet" size="sm" onClick={clearAll}>
              Clear filters
            </Button>
          </p>
        )}
        {user && <HideCompleted filters={filters} onChange={change} className="max-lg:hidden" />}
      </div>
      <Section id="task-list" title="Tasks" titleClass="sr-only">
        {own.error && (
          <p role="alert" className="mb-5 text-red">
            {own.error.message}. Those you have completed are shown with the others.
          </p>
        )}
        <LoadedTasks
          query={{ ...list, data: isLoading || own.isLoading ? undefined : tasks }}
          count={lists.tasksFirst}
        >
          {(loaded) =>
            loaded.length === 0 && !list.hasNextPage ? (
              <NoTasks clear={active > 0 ? clearAll : null} />
            ) : (
              <TaskList list={list} tasks={loaded} onNoMore={() => focusOn(count.current)} />
            )
          }
        </LoadedTasks>
      </Section>
    </div>
  )
}

interface TaskListProps {
  list: ReturnType<typeof useTaskPages>
  tasks: Task[]
  /** Called when the last page was empty, so that the focused button disappears without a new task. */
  onNoMore: () => void
}

/** The loaded tasks. */
function TaskList({ list, tasks, onNoMore }: TaskListProps) {
  const rows = useNewRows(tasks.length, true)
  const { isFetchingNextPage, isFetchNextPageError } = list
  const loadMore = async () => {
    rows.expectMore()
    const { data, hasNextPage } = await list.fetchNextPage()
    if (!hasNextPage && data?.pages.at(-1)?.items.length === 0) onNoMore()
  }
  return (
    <>
      <div
        aria-busy={list.isPlaceholderData}
        className={list.isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : undefined}
      >
        {tasks.length > 0 ? (
          <TaskGrid tasks={tasks} list={rows.list} />
        ) : (
          <EmptyState icon={SearchX} title="No tasks found so far">
            Not all tasks have been searched yet. Load More continues the search.
          </EmptyState>
        )}
      </div>
      {isFetchNextPageError && (
        <p role="alert" className="mt-6 text-red">
          Failed to load tasks. Please try again later.
        </p>
      )}
      {list.hasNextPage && (
        <MoreButton size="lg" busy={isFetchingNextPage && 'Loading…'} onClick={() => void loadMore()}>
          Load More
        </MoreButton>
      )}
    </>
  )
}

import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { lists } from '../../../../domain/limits.ts'
import { useNewestTasks } from '../../features/tasks/queries.ts'
import { LoadedTasks, NoTasks, TaskGrid } from '../../features/tasks/task-grid.tsx'

/** The first 6 tasks. */
export default function Featured() {
  return (
    <section aria-labelledby="featured" className="page py-14 sm:py-20">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="featured" className="text-2xl sm:text-3xl">
          Featured Tasks
        </h2>
        <Link
          to="/tasks"
          className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-green-ink underline-offset-4 hover:underline"
        >
          View All Tasks <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <LoadedTasks query={useNewestTasks()} count={lists.featured}>
        {(tasks) =>
          tasks.length > 0 ? <TaskGrid tasks={tasks.slice(0, lists.featured)} /> : <NoTasks clear={null} />
        }
      </LoadedTasks>
    </section>
  )
}

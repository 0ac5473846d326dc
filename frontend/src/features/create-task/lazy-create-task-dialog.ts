import { lazyComponent } from '../../lib/lazy-component.tsx'
import { withQueries } from '../../lib/with-queries.tsx'

/** The dialog Create New Task. Its module has the other forms of tasks too, so that the forms are loaded once. */
export const CreateTaskDialog = lazyComponent(withQueries(() => import('./create-task-dialog.tsx')))

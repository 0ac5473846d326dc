import { useState } from 'react'
import type { CreatedTask } from '../../../../domain/views.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'

// The same script as that of the create dialog, so that the forms are loaded once.
const forms = () => import('./create-task-dialog.tsx')
const EditTextDialog = lazyComponent(async () => ({ default: (await forms()).EditTextDialog }))

/** What the creator of a task can do with its text. */
export function TaskActions({ task }: { task: CreatedTask }) {
  const create = useDialog('create')
  const [isEditing, setEditing] = useState(false)
  const startDuplicate = async () => {
    const { duplicate } = await forms()
    duplicate(task, task.creatorId)
    void create.open('task')
  }
  return (
    <>
      {task.isEditable && (
        <Button variant="quiet" size="sm" onClick={() => setEditing(true)}>
          Edit the text
        </Button>
      )}
      {/* The dialog stays open when a proof arrives, so that the creator reads why the change is refused. */}
      {isEditing && <EditTextDialog task={task} onClose={() => setEditing(false)} />}
      <Button variant="quiet" size="sm" onClick={() => void startDuplicate()}>
        Duplicate
      </Button>
    </>
  )
}

import { use, useState } from 'react'
import type { OwnTask } from '../../../../domain/views.ts'
import { DialogOpenerContext } from '../../lib/dialogs.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { CreateTaskDialog } from './lazy-create-task-dialog.ts'

const forms = CreateTaskDialog.load
const EditTextDialog = lazyComponent(async () => ({ default: (await forms()).EditTextDialog }))
const prepare = () => void EditTextDialog.load().catch(() => {})

const intent = { variant: 'quiet', size: 'sm', onPointerEnter: prepare, onFocus: prepare } as const

/** What the creator of a task can do with its text. */
export function TaskActions({ task }: { task: OwnTask }) {
  const { hrefTo, open } = use(DialogOpenerContext)
  const [isEditing, setEditing] = useState(false)
  const startDuplicate = async () => {
    const { duplicate } = await forms()
    duplicate(task)
    open(hrefTo('create', task.id))
  }
  return (
    <>
      {task.isEditable && (
        <Button {...intent} onClick={() => setEditing(true)}>
          Edit the text
        </Button>
      )}
      {/* The dialog stays open when a proof arrives, so that the creator reads why the change is refused. */}
      {isEditing && <EditTextDialog task={task} onClose={() => setEditing(false)} />}
      <Button {...intent} onClick={() => void startDuplicate()}>
        Duplicate
      </Button>
    </>
  )
}

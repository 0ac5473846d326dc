import { useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { WalletError } from '../../lib/wallet/errors.ts'
import { CreatedReceipt } from './created-receipt.tsx'
import { fundingRun, savedTask, useFunding, useUnsavedTasks } from './funding-run.tsx'
import { NewTask } from './new-task.tsx'
import { taskDraft } from './task-form-schema.ts'
import { UnsavedTask } from './unsaved-task.tsx'

export { EditTextDialog } from './edit-text-dialog.tsx'
export { duplicate } from './task-form-schema.ts'

interface Props {
  userId: string
  /** 'task' or, for a copy, the id of the task. */
  source: string
  onClose: () => void
}

/** The dialog Create New Task: the form, the funding, its receipt, and tasks that an earlier funding did not save. */
export default function CreateTaskDialog({ userId, source, onClose }: Props) {
  const { run, start } = useFunding(userId)
  const saved = useStore(savedTask)
  const unsaved = useUnsavedTasks(userId)
  const [isWritingNew, setWritingNew] = useState(false)

  const isStopped = run?.error?.money === 'untouched'
  // Another tab has finished the funding.
  const isDone =
    run?.error?.cause instanceof WalletError &&
    run.error.cause.kind === 'busy' &&
    !unsaved.some(({ escrowId }) => escrowId === run.pending.escrowId)
  if (saved) return <CreatedReceipt {...saved} onAnother={() => savedTask.set(null)} onClose={onClose} />
  const shown = run && !isStopped && !isDone ? run.pending : isWritingNew ? null : unsaved[0]
  if (shown) {
    return (
      <UnsavedTask
        pending={shown}
        run={run && !isStopped ? run : null}
        onContinue={() => start(shown)}
        onNew={() => {
          if (run) fundingRun.set(null)
          setWritingNew(true)
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <NewTask
      key={source}
      draft={taskDraft(userId, source)}
      error={isStopped ? run.error : null}
      onFund={(pending) => {
        setWritingNew(false)
        start(pending)
      }}
      onClose={onClose}
    />
  )
}

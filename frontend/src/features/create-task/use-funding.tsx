import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { taskPath } from '../../lib/share.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { toastOf } from './funding-error.tsx'
import { fundingRun, pendingFundings, runFunding } from './funding-run.ts'
import { isFundingEvent, type PendingFunding } from './pending-funding.ts'
import { deleteFundedDraft } from './task-form-schema.ts'

/** Whether the dialog is open, which shows the error of a funding as an alert, and the receipt. */
let isDialogOpen = false

const withLink = (state: string, taskId: string) => (
  <>
    {state}{' '}
    <Link to={taskPath(taskId)} className="text-link">
      View the task
    </Link>
  </>
)

/** The funding of this tab, and a function that starts or continues one. Only the dialog Create New Task uses it. */
export function useFunding() {
  const config = useConfig()
  const { mutateAsync: save } = useSessionMutation('POST /api/tasks')
  const run = useStore(fundingRun)
  useEffect(() => {
    isDialogOpen = true
    return () => {
      isDialogOpen = false
    }
  }, [])
  const start = useCallback(
    (pending: PendingFunding) =>
      runFunding(pending, config, {
        save: (value) => save(value.task),
        onConfirmed: () =>
          toast({
            title: 'Transaction Successful',
            description: 'Tokens have been escrowed for the task reward.',
            tone: 'good',
          }),
        onSaved: ({ id, title, isActive }) => {
          const state = isActive ? `“${title}” is live.` : `“${title}” is saved as a draft.`
          toast({
            title: 'Task created',
            description: isDialogOpen ? state : withLink(state, id),
            tone: 'good',
          })
          deleteFundedDraft(pending)
        },
        onTrouble: (error) => toast({ ...toastOf(error), isShownInForm: isDialogOpen }),
      }),
    [config, save],
  )
  return { run, start }
}

/** This user's pending fundings, including those of other tabs. */
export function useUnsavedTasks(userId: string): PendingFunding[] {
  const { chainId } = useConfig()
  const read = useCallback(() => pendingFundings.of(userId, chainId), [userId, chainId])
  const [unsaved, setUnsaved] = useState(read)
  useEffect(() => {
    const update = () => setUnsaved(read())
    const onStorage = (event: StorageEvent) => {
      if (isFundingEvent(event)) update()
    }
    update()
    window.addEventListener('storage', onStorage)
    const stop = fundingRun.subscribe(update)
    return () => {
      window.removeEventListener('storage', onStorage)
      stop()
    }
  }, [read])
  return unsaved
}

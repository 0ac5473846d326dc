import type { Task } from '../../../../domain/task.ts'
import { shareOnX, taskPath } from '../../lib/share.ts'
import { TransactionHash } from '../../ui/address.tsx'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { EscrowSummary } from './escrow-summary.tsx'

interface Props {
  task: Task
  /** The transaction that funded the task. */
  hash: string | null
  /** Unix seconds. */
  refundableAt: number
  onAnother: () => void
  onClose: () => void
}

/** The receipt of a task that was funded and saved, with the next actions. */
export function CreatedReceipt({ task, hash, refundableAt, onAnother, onClose }: Props) {
  const { id, isActive, maxCompletions, reward, title } = task
  return (
    <Dialog
      onClose={onClose}
      initialFocus="content"
      title={isActive ? 'Your task is live' : 'Your draft is saved'}
      description={title}
      footer={
        <>
          <Button variant="quiet" onClick={onAnother}>
            Create another
          </Button>
          {isActive && (
            <ExternalLink href={shareOnX(task, location.origin)} className={buttonClass('secondary')}>
              Share
            </ExternalLink>
          )}
          <ButtonLink to={taskPath(id)} replace>
            View
          </ButtonLink>
        </>
      }
    >
      <EscrowSummary reward={reward} maxCompletions={maxCompletions} refundableAt={refundableAt} isFunded />
      {hash && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
          Funding transaction <TransactionHash value={hash} />
        </p>
      )}
    </Dialog>
  )
}

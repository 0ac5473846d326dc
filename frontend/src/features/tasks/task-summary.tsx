import { clsx as cx } from 'clsx'
import type { Task } from '../../../../domain/task.ts'
import { formatCents, formatDate, submissionTypeLabels } from '../../lib/format.ts'
import { placesText, reviewPromise, timeLeft } from '../../lib/places.ts'
import { Address } from '../../ui/address.tsx'
import { CompletionBar } from '../../ui/bar.tsx'
import { Money } from '../../ui/money.tsx'
import { Perforation, ReceiptLine, Ticket } from '../../ui/ticket.tsx'

export function TaskSummary({ task, className }: { task: Task; className?: string }) {
  const held = Math.max(0, task.maxCompletions - task.completions) * task.reward
  return (
    <Ticket className={cx('bg-paper', className)}>
      <div className="flex items-end justify-between gap-3 px-5 pt-5 pb-4">
        <div>
          <p className="mb-2 text-ink-2 text-sm">Reward per proof</p>
          <Money amount={task.reward} size="lg" />
        </div>
        <CompletionBar done={task.completions} total={task.maxCompletions} />
      </div>
      <Perforation />
      <dl className="flex flex-col gap-2 px-5 py-4 text-sm">
        <ReceiptLine label="Estimated time">{task.estimatedTime} min</ReceiptLine>
        <ReceiptLine label="Deadline">{formatDate(task.deadline)}</ReceiptLine>
        <ReceiptLine label="Time left">
          {task.closedAt ? 'Closed' : (timeLeft(task.deadline, Date.now()) ?? 'None')}
        </ReceiptLine>
        <ReceiptLine label="Proof">{submissionTypeLabels[task.submissionType]}</ReceiptLine>
        <ReceiptLine label="Places">
          <span aria-live="polite">{task.closedAt ? 'None left' : placesText(task)}</span>
        </ReceiptLine>
      </dl>
      <p className="px-5 pb-4 text-ink-2 text-sm">
        {reviewPromise(task)}. A place becomes free when a rejection is final.
      </p>
      {task.contractAddress && (
        <>
          <Perforation />
          <div className="px-5 py-4 text-ink-2 text-sm">
            {task.closedAt ? (
              <p>Closed. What no proof can claim any more returns to the funder.</p>
            ) : held > 0 ? (
              <p>
                <strong className="font-semibold text-amber">{formatCents(held)}</strong> held in escrow:
                locked by the contract until work is approved.
              </p>
            ) : (
              <p>Every reward of this task has been claimed.</p>
            )}
            <p className="mt-2 flex items-center gap-2">
              Contract <Address value={task.contractAddress} what="contract address" />
            </p>
          </div>
        </>
      )}
    </Ticket>
  )
}

import { useState } from 'react'
import { text } from '../../../../domain/limits.ts'
import { formatCents, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { RichText } from '../tasks/rich-text.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import type { ReviewProps } from './review-props.ts'
import { useReview } from './use-review.ts'
import { feedbackOf, reasons, rejectionProblem } from './verdict.ts'
import { WalletNeeded } from './wallet-needed.tsx'

/** Approve or reject, with feedback; afterwards the payment, and the next submission if there is one. */
export function ReviewForm(props: ReviewProps & { isConnected: boolean }) {
  const { submission, task, user, onReviewed, onDecided, onClose, next, isConnected } = props
  const { isSaving, error, payment, decide, pay } = useReview(submission, onReviewed, onDecided)
  const [words, setWords] = useState('')
  const [reason, setReason] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()

  const approve = async () => {
    if (await decide('approved', feedbackOf(null, words))) await pay()
  }
  const reject = async () => {
    const missing = rejectionProblem(words)
    if (missing) {
      setProblem(missing.description)
      return toast({ ...missing, tone: 'bad' })
    }
    if (!(await decide('rejected', feedbackOf(reason, words)))) return
    toast({
      title: 'Submission rejected',
      description: 'The submission was rejected and the user was notified.',
    })
    if (next) next.show()
    else onClose()
  }

  if (submission.status !== 'pending') {
    return (
      <section className="flex flex-col gap-5 border-line border-t pt-6">
        {error && <Trouble>{error}</Trouble>}
        {error && submission.reviewNotes && <RichText text={submission.reviewNotes} />}
        {submission.status === 'approved' && (
          <PaymentReceipt
            amount={task.reward}
            payment={payment}
            transactionHash={submission.transactionHash}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {next && (
            <Button onClick={next.show} autoFocus>
              Next submission ({formatNumber(next.left)} left)
            </Button>
          )}
          <Button variant={next ? 'quiet' : 'secondary'} onClick={onClose}>
            Close
          </Button>
        </div>
      </section>
    )
  }
  return (
    <section className="flex flex-col gap-5 border-line border-t pt-6">
      {error && <Trouble>{error}</Trouble>}
      <div className="flex flex-wrap gap-2">
        {reasons.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={reason === each}
            onClick={() => setReason(reason === each ? null : each)}
            className={cx(
              'min-h-9 rounded border px-3 text-sm transition-colors duration-150',
              reason === each
                ? 'border-ink bg-sunk font-semibold'
                : 'border-line text-ink-2 hover:border-line-strong',
            )}
          >
            {each}
          </button>
        ))}
      </div>
      <Field
        label="Feedback"
        hint={
          reason
            ? `A rejection begins with “${reason}:” and needs your own words after it.`
            : 'Needed to reject, welcome when you approve.'
        }
        error={problem}
      >
        <Textarea
          value={words}
          maxLength={text.feedback - 60}
          onChange={(event) => {
            setWords(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      {!isConnected && <WalletNeeded isAdmin={user.isAdmin} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={() => void approve()}
          disabled={!isConnected || isSaving === 'rejected'}
          busy={isSaving === 'approved' && 'Approving…'}
        >
          Approve and pay {formatCents(task.reward)}
        </Button>
        <Button
          variant="danger"
          onClick={() => void reject()}
          disabled={isSaving === 'approved'}
          busy={isSaving === 'rejected' && 'Rejecting…'}
        >
          Reject
        </Button>
        <p className="text-ink-2 text-sm">
          {task.completions} of {task.maxCompletions} approved, {formatCents(task.completions * task.reward)}{' '}
          of {formatCents(task.maxCompletions * task.reward)}
        </p>
      </div>
    </section>
  )
}

function Trouble({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded bg-red-soft px-4 py-3 text-red">
      {children}
    </p>
  )
}

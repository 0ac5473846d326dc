import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCents, formatDateTime, formatNumber } from '../../lib/format.ts'
import { reviewTime } from '../../lib/review-time.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.ts'
import { useWalletMatch } from '../auth/wallet-notices.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { VerdictFields, WalletNeeded } from './review-fields.tsx'
import { feedbackOf, mayReject, rejectionProblem } from './review-rules.ts'
import type { ReviewProps } from './review-session.ts'
import { useReviewShortcuts } from './review-shortcuts.ts'
import { type Reviewing, useReview } from './use-review.ts'

/** The form that approves or rejects; afterwards its outcome, unless the queue shows the next submission. */
export function ReviewForm(props: ReviewProps) {
  const reviewing = useReview(props)
  return props.submission.status === 'pending' ? (
    <Verdict {...props} reviewing={reviewing} />
  ) : (
    <Outcome {...props} reviewing={reviewing} />
  )
}

type Props = ReviewProps & { reviewing: Reviewing }

function Verdict({ submission, task, user, queue, onClose, reviewing }: Props) {
  const { isSaving, error, decide, pay } = reviewing
  const isOwnWallet = useWalletMatch(user) === 'same-account'
  const [feedback, setFeedback] = useState('')
  const [reason, setReason] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [tried, setTried] = useState<'approved' | 'rejected'>('approved')
  const field = useRef<HTMLTextAreaElement>(null)
  const go = queue?.showNext
  const canReject = mayReject(user, submission, task, Date.now())

  const approve = async () => {
    setTried('approved')
    if (!(await decide('approved', feedbackOf(null, feedback)))) return
    void pay()
    go?.()
  }
  const reject = async () => {
    const missing = rejectionProblem(feedback)
    if (missing) {
      setProblem(missing.description)
      setOpen(true)
      field.current?.focus()
      return toast({ ...missing, tone: 'bad' })
    }
    setTried('rejected')
    if (!(await decide('rejected', feedbackOf(reason, feedback)))) return
    toast({
      title: 'Submission rejected',
      description: 'The submission was rejected and the user was notified.',
    })
    if (go) go()
    else onClose()
  }
  useReviewShortcuts(queue !== null, {
    a: () => isOwnWallet && !isSaving && void approve(),
    r: () => field.current?.focus(),
  })

  return (
    <>
      <p className="text-ink-2 text-sm">
        {task.completions} of {task.maxCompletions} approved, {formatCents(task.completions * task.reward)} of{' '}
        {formatCents(task.maxCompletions * task.reward)}
      </p>
      {!submission.waitsFor && reviewTime(submission, Date.now())?.isUrgent && (
        <p className="rounded bg-amber-soft px-4 py-3 text-amber">
          {!canReject
            ? 'The time to reject this proof is over: it is approved and paid automatically within minutes.'
            : submission.sameProof > 0
              ? `Decide by ${formatDateTime(submission.reviewBy)}. Then an admin decides, because others handed in the same proof.`
              : `Decide by ${formatDateTime(submission.reviewBy)}. Without a decision this proof is approved and paid automatically.`}
        </p>
      )}
      <DialogFooter>
        <div className="flex w-full flex-col gap-3">
          {error && (
            <ErrorMessage>
              {error.text}
              {error.isRetryable && (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => void (tried === 'approved' ? approve() : reject())}
                >
                  Try again
                </Button>
              )}
            </ErrorMessage>
          )}
          <VerdictFields
            feedback={feedback}
            onFeedback={(next) => {
              setFeedback(next)
              setProblem(undefined)
            }}
            {...{ reason, problem, isOpen, field }}
            onReason={setReason}
            onOpen={() => setOpen(true)}
          />
          <WalletNeeded user={user} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              onClick={() => void approve()}
              disabled={!isOwnWallet || isSaving === 'rejected'}
              busy={isSaving === 'approved' && 'Approving…'}
            >
              Approve and pay {formatCents(task.reward)}
            </Button>
            {canReject && (
              <Button
                variant="danger"
                onClick={() => void reject()}
                disabled={isSaving === 'approved'}
                busy={isSaving === 'rejected' && 'Rejecting…'}
              >
                Reject
              </Button>
            )}
          </div>
        </div>
      </DialogFooter>
    </>
  )
}

function Outcome({ submission, task, queue, onClose, reviewing: { error, payment, pay } }: Props) {
  const { status, transactionHash, reviewNotes } = submission
  // If the answer to an approval was lost, this requests the release again. The request is idempotent.
  const isUnfollowed = status === 'approved' && !transactionHash && payment === null && error !== null
  useEffect(() => {
    if (isUnfollowed) void pay(true)
  }, [isUnfollowed, pay])
  // A large proof would push the outcome out of the visible area.
  const outcome = useRef<HTMLElement>(null)
  const stands = payment?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state changes the section's height
  useEffect(() => {
    outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [stands])
  return (
    <section ref={outcome} className="flex scroll-my-5 flex-col gap-5 border-line border-t pt-6">
      {error && <ErrorMessage>{error.text}</ErrorMessage>}
      {error && reviewNotes && <RichText text={reviewNotes} />}
      {status === 'approved' && (
        <PaymentReceipt
          amount={task.reward}
          payment={payment}
          transactionHash={transactionHash}
          onAskAgain={() => void pay()}
        />
      )}
      <DialogFooter>
        <Button variant={queue ? 'quiet' : 'secondary'} onClick={onClose}>
          Close
        </Button>
        {queue && (
          <Button onClick={queue.showNext} autoFocus>
            {queue.left > 0 ? `Next submission (${formatNumber(queue.left)} left)` : 'Finish'}
          </Button>
        )}
      </DialogFooter>
    </section>
  )
}

function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded bg-red-soft px-4 py-3 text-red"
    >
      {children}
    </div>
  )
}

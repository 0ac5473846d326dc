import { clsx as cx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { text } from '../../../../domain/limits.ts'
import { mayReject } from '../../../../domain/review-rights.ts'
import type { User } from '../../../../domain/user.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { formatCents } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ConnectNotice, useWalletMatch, WrongAccountNotice } from '../auth/wallet-notices.tsx'
import { feedbackOf, feedbackRequired, reasonsFor } from './review-rules.ts'
import type { ReviewProps } from './review-session.ts'
import { useReviewShortcuts } from './review-shortcuts.ts'
import type { Reviewing } from './use-review.ts'

/**
 * The feedback and the buttons that approve or reject. Reject opens the reasons; with a reason or feedback it sends. Feedback
 * is stored until the verdict is sent.
 */
export function VerdictBar(props: ReviewProps & { reviewing: Reviewing }) {
  const { submission, task, user, queue, onClose, reviewSession, reviewing } = props
  const { isSaving, error } = reviewing
  const draftName = `review ${user.id} ${submission.id}`
  const [feedback, setFeedback] = useState(() => readDraft(draftName, { feedback: '' })?.feedback ?? '')
  const [reason, setReason] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isRejecting, setRejecting] = useState(false)
  const canApprove = useWalletMatch(user) === 'same-account'
  const isReady = useDelay(reviewSession.verdicts.size > 0)
  const canReject = mayReject(user, submission, task, Date.now())
  const reasons = reasonsFor(submission)
  const reasonsId = useId()

  const decide: Reviewing['decide'] = async (status, words) => {
    const isDecided = await reviewing.decide(status, words)
    if (isDecided) keepDraft(draftName, null)
    return isDecided
  }
  const approve = async () => {
    if (await decide('approved', feedback.trim())) queue?.showNext?.()
  }
  const reject = async () => {
    const words = feedbackOf(reason, feedback)
    if (!words && !isRejecting) return setRejecting(true)
    if (!words) {
      setProblem(feedbackRequired.description)
      return toast({ ...feedbackRequired, tone: 'bad', isShownInForm: true })
    }
    if (!(await decide('rejected', words))) return
    toast({
      title: 'Submission rejected',
      description: 'The submission was rejected and the user was notified.',
    })
    if (queue?.showNext) queue.showNext()
    else onClose()
  }
  const choose = (next: string | null) => {
    setReason(next)
    setProblem(undefined)
  }
  useReviewShortcuts({
    a: canApprove && isReady && !isSaving ? () => void approve() : null,
    r: canReject ? () => setRejecting(true) : null,
    'ctrl+enter': isRejecting ? () => void reject() : null,
    ...(isRejecting && Object.fromEntries(reasons.map((each, index) => [index + 1, () => choose(each)]))),
  })

  return (
    <DialogFooter
      panel={
        <div className="flex w-full flex-col gap-3">
          {error && <Notice tone="bad">{error}</Notice>}
          <WalletNeeded user={user} />
          {isRejecting && (
            <fieldset aria-describedby={reasonsId} className="flex flex-wrap gap-2">
              <legend className="mb-2 font-semibold text-sm">Why do you reject this proof?</legend>
              {reasons.map((each, index) => (
                <Reason
                  key={each}
                  digit={index + 1}
                  reason={each}
                  isChosen={reason === each}
                  onClick={() => choose(reason === each ? null : each)}
                />
              ))}
            </fieldset>
          )}
          <Field
            label="Feedback"
            error={problem}
            hint={
              isRejecting &&
              !problem && (
                <span id={reasonsId}>
                  The doer reads the reason and your feedback; one of them is enough.
                  <span className="hidden pointer-fine:inline"> Ctrl+Enter rejects.</span>
                </span>
              )
            }
            className="[@media(max-height:30rem)]:[&>label]:sr-only"
          >
            <Textarea
              rows={1}
              className="max-h-[20dvh]"
              value={feedback}
              placeholder={reason ? undefined : 'Needed to reject'}
              maxLength={text.feedback - 60}
              onChange={({ target: { value } }) => {
                setFeedback(value)
                keepDraft(draftName, value.trim() ? { feedback: value } : null)
                setProblem(undefined)
              }}
            />
          </Field>
        </div>
      }
    >
      <Button
        className="min-w-0 max-w-80 shrink! flex-1 px-3"
        onClick={() => void approve()}
        disabled={!canApprove || !isReady || isSaving === 'rejected'}
        busy={isSaving === 'approved' && 'Approving…'}
      >
        Approve and pay {formatCents(task.reward)}
      </Button>
      {canReject && (
        <Button
          className="w-26 px-2"
          variant="danger"
          aria-expanded={isRejecting}
          onClick={() => void reject()}
          disabled={isSaving === 'approved'}
          busy={isSaving === 'rejected' && 'Rejecting…'}
        >
          Reject
        </Button>
      )}
    </DialogFooter>
  )
}

interface ReasonProps {
  reason: string
  digit: number
  isChosen: boolean
  onClick: () => void
}

function Reason({ reason, digit, isChosen, onClick }: ReasonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The first reason gets the focus, so that a digit chooses a reason instead of being typed into the feedback.
  useEffect(() => {
    if (digit === 1 || isChosen) button.current?.focus()
  }, [digit, isChosen])
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cx(
        'inline-flex min-h-9 items-center gap-2 rounded border px-2.5 text-sm transition-colors duration-150 sm:px-3',
        isChosen ? 'border-ink bg-sunk font-semibold' : 'border-line text-ink-2 hover:border-line-strong',
      )}
    >
      <span aria-hidden="true" className="hidden font-mono text-ink-3 text-xs pointer-fine:inline">
        {digit}
      </span>
      {reason}
    </button>
  )
}

/** After a verdict the next proof has the same buttons in the same place. In this time a double click reviews only one. */
const approveDelay = 500

/** False in the first milliseconds, if there is a delay. */
function useDelay(isDelayed: boolean): boolean {
  const [isOver, setOver] = useState(!isDelayed)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), approveDelay)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

/** Approving needs the reviewer's own wallet connected; rejecting does not. */
function WalletNeeded({ user }: { user: User }) {
  if (useWalletMatch(user) !== 'none') return <WrongAccountNotice user={user} />
  return (
    <ConnectNotice>
      {user.isAdmin
        ? "You're an admin but need wallet connection to approve submissions."
        : 'Connect your wallet to approve submissions. You can reject without it.'}
    </ConnectNotice>
  )
}

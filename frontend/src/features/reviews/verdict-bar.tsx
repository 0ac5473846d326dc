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
import { useReviewShortcuts, useTypeInto } from './review-shortcuts.ts'
import type { Reviewing } from './use-review.ts'

/**
 * The feedback and the buttons that approve or reject. Reject opens the reasons; with a reason or feedback it rejects. Both
 * are stored until the verdict is sent.
 */
export function VerdictBar(props: ReviewProps & { reviewing: Reviewing }) {
  const { submission, task, user, queue, reviewSession, reviewing } = props
  const { isChecking, error } = reviewing
  const draftName = `review ${user.id} ${submission.id}`
  const [draft] = useState(() => readDraft(draftName, noDraft) ?? noDraft)
  const [feedback, setFeedback] = useState(draft.feedback)
  const [reason, setReason] = useState(draft.reason)
  const [problem, setProblem] = useState<string>()
  const [isRejecting, setRejecting] = useState(reason !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  const canApprove = useWalletMatch(user) === 'same-account'
  const isReady = useDelay(reviewSession.size > 0)
  const canReject = mayReject(user, submission, task, Date.now())
  const reasons = reasonsFor(submission)
  const reasonsId = useId()

  const change = (next: typeof draft) => {
    setFeedback(next.feedback)
    setReason(next.reason)
    setProblem(undefined)
    keepDraft(draftName, next.feedback.trim() || next.reason ? next : null)
  }
  const choose = (next: string) => change({ feedback, reason: next })
  const decide = async (status: 'approved' | 'rejected', words: string) => {
    if (await reviewing.decide(status, words, draftName)) queue?.showNext?.()
  }
  const approve = () => void decide('approved', feedback.trim())
  const startRejecting = () => {
    setRejecting(true)
    field.current?.focus()
  }
  const reject = () => {
    const words = feedbackOf(reason, feedback)
    if (words) return void decide('rejected', words)
    setProblem(feedbackRequired.description)
    toast({ ...feedbackRequired, tone: 'bad', isShownInForm: true })
  }
  useTypeInto(field, isRejecting, () => {
    setRejecting(false)
    choose('')
    field.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
  })
  useReviewShortcuts({
    a: canApprove && !isRejecting ? approve : null,
    r: canReject ? startRejecting : null,
    'ctrl+enter': isRejecting && canReject ? reject : null,
    ...(isRejecting &&
      Object.fromEntries(reasons.map((each, index) => [`alt+${index + 1}`, () => choose(each)]))),
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
                  onChoose={choose}
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
                  <span className="hidden pointer-fine:inline">
                    {' '}
                    Alt+1 to Alt+{reasons.length} choose a reason, Ctrl+Enter rejects, Esc goes back.
                  </span>
                </span>
              )
            }
            className="[@media(max-height:30rem)]:[&>label]:sr-only"
          >
            <Textarea
              ref={field}
              rows={1}
              className="max-h-[20dvh]"
              value={feedback}
              placeholder={reason ? undefined : 'Needed to reject'}
              maxLength={text.feedback - 60}
              onChange={({ target }) => change({ feedback: target.value, reason })}
            />
          </Field>
        </div>
      }
    >
      <Button
        className="min-w-0 max-w-80 shrink! flex-1 px-3"
        onClick={approve}
        disabled={!canApprove || !isReady || isChecking === 'rejected'}
        busy={isChecking === 'approved' && 'Approving…'}
      >
        Approve and pay {formatCents(task.reward)}
      </Button>
      {canReject && (
        <Button
          className="w-26 px-2"
          variant="danger"
          aria-expanded={isRejecting}
          onClick={({ detail }) => {
            if (isRejecting || feedback.trim()) reject()
            // On a phone, the keyboard on the screen would cover the reasons.
            else if (detail > 0) setRejecting(true)
            else startRejecting()
          }}
          disabled={!isReady || isChecking === 'approved'}
          busy={isChecking === 'rejected' && 'Rejecting…'}
        >
          Reject
        </Button>
      )}
    </DialogFooter>
  )
}

const noDraft = { feedback: '', reason: '' }

interface ReasonProps {
  reason: string
  digit: number
  isChosen: boolean
  onChoose: (reason: string) => void
}

/** One of the reasons, of which the arrow keys choose one. A click on the chosen reason takes it back. */
const Reason = ({ reason, digit, isChosen, onChoose }: ReasonProps) => (
  <label
    className={cx(
      'relative inline-flex min-h-9 items-center gap-2 rounded border px-2.5 text-sm transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-green-ink has-focus-visible:outline-offset-2 sm:px-3',
      isChosen ? 'border-ink bg-sunk font-semibold' : 'border-line text-ink-2 hover:border-line-strong',
    )}
  >
    <input
      type="radio"
      name="reason"
      className="absolute inset-0 size-full cursor-pointer opacity-0"
      checked={isChosen}
      onChange={() => onChoose(reason)}
      onClick={() => isChosen && onChoose('')}
    />
    <span aria-hidden="true" className="hidden font-mono text-ink-3 text-xs pointer-fine:inline">
      {digit}
    </span>
    {reason}
  </label>
)

/** After a verdict the next proof has the same buttons in the same place. In this time a double click reviews only one. */
const clickDelay = 500

/** False in the first milliseconds, if there is a delay. */
function useDelay(isDelayed: boolean): boolean {
  const [isOver, setOver] = useState(!isDelayed)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), clickDelay)
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

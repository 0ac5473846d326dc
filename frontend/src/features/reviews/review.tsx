import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { waits } from '../../../../domain/limits.ts'
import { canReview, mayReject } from '../../../../domain/review-rights.ts'
import { formatCents, formatDateTime, plural } from '../../lib/format.ts'
import { isPending } from '../../lib/pending-submissions.ts'
import { apiQuery } from '../../lib/query.ts'
import { reviewTime } from '../../lib/review-time.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReportButton } from '../../ui/report-button.tsx'
import { AppealBadge, ReviewTime } from '../../ui/review-time.tsx'
import { ScorecardOf } from '../../ui/scorecard.tsx'
import { UserName } from '../../ui/user.tsx'
import { CloseOrNext, FinishedReview } from './finished-review.tsx'
import { Proof } from './proof.tsx'
import type { ReviewProps } from './review-session.ts'
import { setReviewShortcuts, useLettersAreTyped, useReviewShortcutsAreOn } from './review-shortcuts.ts'
import { useReview } from './use-review.ts'
import { VerdictBar } from './verdict-bar.tsx'

/** The proof with the facts and the doer's history beside it, and the verdict: given, possible, or only for others. */
export function Review(props: ReviewProps) {
  const { submission, task, user, queue, onClose } = props
  const reviewing = useReview(props)
  const { isGiven } = reviewing
  const isOpen = isPending(submission)
  const isReviewer = canReview(user, task, submission)
  const wasRejecting = useRef(false)
  // A rejection closes the dialog when it has been sent, unless a further submission can be shown.
  useEffect(() => {
    if (wasRejecting.current && submission.status === 'rejected' && !queue?.showNext) onClose()
    wasRejecting.current = isGiven
  })
  return (
    <div data-review className="grid grid-cols-1 gap-x-7 gap-y-6 md:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="flex flex-col gap-6">
        {!isOpen && <FinishedReview {...props} reviewing={reviewing} />}
        {isOpen && !isReviewer && (
          <Notice tone="plain">You're viewing this submission in read-only mode.</Notice>
        )}
        {isOpen && isReviewer && <Notices {...props} />}
        <Proof submission={submission} task={task} />
      </div>
      <aside aria-label="About this submission" className="flex flex-col gap-4 text-ink-2 text-sm">
        <Facts {...props} />
        {user.id !== submission.userId && <ScorecardOf userId={submission.userId} as="doer" />}
        {isOpen && isReviewer && !isGiven && <Keys hasQueue={props.queue !== null} />}
      </aside>
      {isOpen && isReviewer && !isGiven && <VerdictBar {...props} reviewing={reviewing} />}
      {isOpen && isGiven && <CloseOrNext {...props} />}
    </div>
  )
}

function Facts({ submission, user, task }: ReviewProps) {
  const { completions, maxCompletions, reward } = task
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="flex flex-wrap gap-2">
        <StatusBadge status={submission.status} />
        <ReviewTime submission={submission} />
        <AppealBadge submission={submission} />
      </p>
      <p>
        Submitted {formatDateTime(submission.createdAt)} by{' '}
        <UserName id={submission.userId} name={submission.submitterName} />
      </p>
      <p>
        {completions} of {maxCompletions} approved, {formatCents(completions * reward)} of{' '}
        {formatCents(maxCompletions * reward)}
      </p>
      {user.id !== submission.userId && <ReportButton subject={{ kind: 'submission', id: submission.id }} />}
    </div>
  )
}

/** What a reviewer must know before the verdict: same proofs, a doer without a wallet, and the time to decide. */
function Notices({ submission, task, user }: ReviewProps) {
  const { userId, sameProof, reviewBy, waitsFor } = submission
  const { data: doer } = useQuery({
    ...apiQuery('GET /api/users/{userId}', { userId }),
    refetchOnMount: 'always', // the doer may have connected a wallet
  })
  const isUrgent = !waitsFor && reviewTime(submission, Date.now())?.isUrgent
  return (
    <>
      {sameProof > 0 && (
        <Notice>
          <Copy aria-hidden="true" className="mr-2.5 inline size-4" />
          {plural(sameProof, 'other person', 'other people')} submitted the same proof for this task.
        </Notice>
      )}
      {doer && !doer.deleted && !doer.walletAddress && (
        <Notice>
          This doer has no wallet yet, so an approval cannot be paid and is refused. You can approve when the
          doer has connected a wallet.
        </Notice>
      )}
      {isUrgent && (
        <Notice>
          {!mayReject(user, submission, task, Date.now())
            ? 'The time to reject this proof is over: it is approved and paid automatically within minutes.'
            : sameProof > 0
              ? `Decide by ${formatDateTime(reviewBy)}. After that the first of the equal proofs is paid automatically, and an admin has ${waits.days} days to decide about the others.`
              : `Decide by ${formatDateTime(reviewBy)}. Without a decision this proof is approved and paid automatically.`}
        </Notice>
      )}
    </>
  )
}

const keys = [
  ['A', 'approve'],
  ['R', 'reject'],
  ['Ctrl+Z', 'undo'],
]
const queueKeys = [
  ['J', 'next'],
  ['K', 'previous'],
]

/** The list of shortcuts, shown only on devices that probably have a keyboard. */
function Keys({ hasQueue }: { hasQueue: boolean }) {
  const areOn = useReviewShortcutsAreOn()
  const areTyped = useLettersAreTyped()
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-xs pointer-fine:flex">
      {areOn &&
        !areTyped &&
        [...keys, ...(hasQueue ? queueKeys : [])].map(([key, does]) => (
          <span key={key}>
            <kbd className="rounded border border-line-strong bg-card px-1.5 font-mono">{key}</kbd> {does}
          </span>
        ))}
      <button
        type="button"
        onClick={() => setReviewShortcuts(!areOn)}
        className="min-h-6 rounded underline underline-offset-4 hover:text-ink"
      >
        {areOn ? 'Turn these keys off' : 'Turn the review keys on'}
      </button>
    </p>
  )
}

import type { ReactNode } from 'react'
import type { Appeal, Submission } from '../../../domain/submission.ts'
import { formatDateTime } from '../lib/format.ts'
import { appealOutcome } from '../lib/review-time.ts'
import { AppealBadge } from './review-time.tsx'
import { RichText } from './rich-text.tsx'

const label = 'mb-1 text-ink-3 text-sm'

/** An appeal: the doer's message, the corrected proof (`children`), where the appeal stands, and the reason of its decision. */
export function AppealRecord({
  submission,
  appeal,
  children,
}: {
  submission: Submission
  appeal: Appeal
  children?: ReactNode
}) {
  return (
    <section aria-label="Appeal" className="flex flex-col gap-4 rounded border border-line px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AppealBadge submission={submission} />
        <span className="text-ink-2 text-sm">{formatDateTime(appeal.createdAt)}</span>
      </div>
      <p aria-live="polite">{appealOutcome(appeal)}</p>
      <div>
        <h4 className={label}>What the doer wrote</h4>
        <RichText text={appeal.message} />
      </div>
      {children}
      {appeal.reason && (
        <div>
          <h4 className={label}>Why it was {appeal.status}</h4>
          <RichText text={appeal.reason} />
          <p className="mt-1 text-ink-2 text-sm">Decided {formatDateTime(appeal.decidedAt)}</p>
        </div>
      )}
    </section>
  )
}

import { clsx as cx } from 'clsx'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Submission, SubmissionStatus } from '../../../domain/submission.ts'

const tones = {
  plain: 'bg-sunk text-ink-2',
  held: 'bg-amber-soft text-amber',
  paid: 'bg-green-soft text-green-ink',
  refused: 'bg-red-soft text-red',
}
export type Tone = keyof typeof tones

/** A small label. Its colour never carries information that the text lacks. */
export function Badge({
  tone = 'plain',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded px-2 py-0.5 font-semibold text-xs',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

const statuses = {
  pending: { tone: 'held', Icon: Hourglass, label: 'Pending' },
  approved: { tone: 'paid', Icon: CircleCheck, label: 'Approved' },
  rejected: { tone: 'refused', Icon: CircleX, label: 'Rejected' },
} as const

/** A submission's state; a missing one counts as pending. */
export function StatusBadge({ status = 'pending' }: { status?: SubmissionStatus | undefined }) {
  const { tone, Icon, label } = statuses[status]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </Badge>
  )
}

/** Which kinds of proof a submission contains. */
export function ProofBadges({
  submission: { proofLink, proofText, proofFileUrl },
}: {
  submission: Pick<Submission, 'proofLink' | 'proofText' | 'proofFileUrl'>
}) {
  return (
    <>
      {proofLink && <Badge>Link</Badge>}
      {proofText && <Badge>Text</Badge>}
      {proofFileUrl && <Badge>File</Badge>}
    </>
  )
}

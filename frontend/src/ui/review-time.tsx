import { Clock, Scale } from 'lucide-react'
import type { Submission } from '../../../domain/submission.ts'
import { reviewTime } from '../lib/review-time.ts'
import { Badge } from './badge.tsx'

/** The time left to review a pending submission; amber from 24 hours before it is paid automatically. */
export function ReviewTime({ submission }: { submission: Submission }) {
  const time = reviewTime(submission, Date.now())
  if (!time) return null
  return (
    <Badge tone={time.isUrgent ? 'held' : 'plain'}>
      <Clock aria-hidden="true" className="size-3.5" />
      {time.text}
    </Badge>
  )
}

const tones = { open: 'held', upheld: 'paid', dismissed: 'plain' } as const

export function AppealBadge({ submission: { appeal } }: { submission: Submission }) {
  if (!appeal) return null
  return (
    <Badge tone={tones[appeal.status]}>
      <Scale aria-hidden="true" className="size-3.5" />
      Appeal {appeal.status}
    </Badge>
  )
}

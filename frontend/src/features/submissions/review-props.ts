import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'

/** What every part of the review dialog knows. */
export interface ReviewProps {
  submission: Submission
  task: Task
  user: User
  /** Something about this submission changed on the server. */
  onReviewed: () => void
  /** A verdict was given, or found given, in this dialog: it stays open to show the payment. */
  onDecided: () => void
  isDecidedHere: boolean
  onClose: () => void
  /** The next of the queue, and how many are left. */
  next: { left: number; show: () => void } | null
}

import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import type { Queue } from './queue-bar.tsx'
import type { SittingControls } from './use-sitting.ts'

/** What every part of the review dialog knows. */
export interface ReviewProps {
  submission: Submission
  task: Task
  user: User
  sitting: SittingControls
  /** Something about this submission changed on the server. */
  onReviewed: () => void
  onClose: () => void
  /** Null for a submission that was opened by itself. */
  queue: Queue | null
}

import { escrow } from './limits.ts'
import { type Places, placesLeft } from './places.ts'

// In a file without zod, because the task's dialog uses it.

interface State {
  isActive: boolean
  completions: number
  maxCompletions: number
  deadline: string
  hidden?: boolean | undefined
  fundingLost?: string | undefined
  waiting?: number | undefined
}

/** The deadline in milliseconds since the epoch. From then on the task accepts no submissions. */
export const deadlineOf = (value: Pick<State, 'deadline'>): number => Date.parse(value.deadline)

/**
 * True while a task accepts submissions: active, funded, not hidden, not full, before its deadline. All its places may be
 * taken for now (`placesLeft`). `now` in milliseconds.
 */
export function isOpen(task: State, now: number): boolean {
  const { completions, fundingLost, hidden, isActive, maxCompletions } = task
  return isActive && !hidden && !fundingLost && completions < maxCompletions && now < deadlineOf(task)
}

/** The earliest `refundableAt` (Unix seconds) of a task with this deadline (ISO 8601) and time to review. */
export const earliestRefundableAt = (deadline: string, reviewDays: number): number =>
  Math.floor(Date.parse(deadline) / 1000) + reviewDays * 86_400 + escrow.refundAfterReview

/**
 * The reason why the viewer may not submit to this task, or null (docs/product.md, Submissions). `now` in milliseconds.
 * @param hasOffer a place is offered to the viewer, who has waited for it
 */
export function submitProblem(
  viewer: { id: string } | null,
  task: State & Places & { creatorId: string },
  hasSubmitted: boolean,
  now: number,
  hasOffer = false,
): 'signed-out' | 'own-task' | 'already-submitted' | 'full' | 'closed' | 'no-place' | null {
  if (!viewer) return 'signed-out'
  if (viewer.id === task.creatorId) return 'own-task'
  if (hasSubmitted) return 'already-submitted'
  if (task.completions >= task.maxCompletions) return 'full'
  if (!isOpen(task, now)) return 'closed'
  return hasOffer || (placesLeft(task) > 0 && !task.waiting) ? null : 'no-place'
}

/** The message for 'no-place', while all places of a task are taken. */
export const noPlaceMessage = 'All places are taken for now. A place becomes free when a rejection is final.'

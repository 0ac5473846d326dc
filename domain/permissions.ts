import type { Access } from './route.ts'
import { canReadSubmission, canReview, type Submission } from './submission.ts'
import type { Task } from './task.ts'
import type { User } from './user.ts'

/** What a call is about: nothing, a task, or a task and the submission to it if there is one. */
export interface Subject {
  task?: Pick<Task, 'creatorId'>
  submission?: Pick<Submission, 'userId'> | undefined
}

type Viewer = Pick<User, 'id' | 'isAdmin'>

interface Rule {
  permits(viewer: Viewer, subject: Subject): boolean
  refusal: string
}

/** Roles and permissions (spec section 6) for signed-in callers, by the access that a route's row names. */
export const rules: Record<Exclude<Access, 'anyone'>, Rule> = {
  user: { permits: () => true, refusal: 'Please sign in first' },
  admin: { permits: (viewer) => viewer.isAdmin, refusal: 'Only admins can do this' },
  reader: {
    permits: (viewer, { submission, task }) =>
      task !== undefined &&
      (submission ? canReadSubmission(viewer, submission, task) : canReview(viewer, task)),
    refusal: 'Only its submitter, the task’s creator and admins can see this submission',
  },
  reviewer: {
    permits: (viewer, { task }) => task !== undefined && canReview(viewer, task),
    refusal: 'Only the task’s creator and admins can review this submission and release its reward',
  },
  creator: {
    permits: (viewer, { task }) => task !== undefined && (viewer.isAdmin || viewer.id === task.creatorId),
    refusal: 'Only the task’s creator and admins can close it',
  },
}

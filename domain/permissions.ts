import { canDecideAppeal, canReadSubmission, canReview } from './review-rights.ts'
import type { Access } from './route.ts'
import type { Submission } from './submission.ts'
import type { Task } from './task.ts'
import type { User } from './user.ts'

/** The task, submission or user that a request is about. All are absent for other requests. */
export interface Subject {
  task?: Pick<Task, 'creatorId'> | undefined
  submission?: Pick<Submission, 'userId' | 'reviewedBy'> | undefined
  user?: Pick<User, 'id'> | undefined
}

type Viewer = Pick<User, 'id' | 'isAdmin'>

interface Rule {
  permits(viewer: Viewer, subject: Subject): boolean
  refusal: string
}

/** Permissions of signed-in callers (docs/product.md, Roles), by the `access` of the route. */
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
    permits: (viewer, { submission, task }) => task !== undefined && canReview(viewer, task, submission),
    refusal:
      'Only the task’s creator and admins can review this submission and release its reward, and nobody their own',
  },
  submitter: {
    permits: (viewer, { submission }) => viewer.id === submission?.userId,
    refusal: 'Only its submitter can appeal against a rejection',
  },
  arbiter: {
    permits: (viewer, { submission, task }) =>
      task !== undefined && submission !== undefined && canDecideAppeal(viewer, task, submission),
    refusal:
      'Only an admin can decide an appeal, and not the doer, the task’s creator or whoever rejected the proof. Ask another admin.',
  },
  creator: {
    permits: (viewer, { task }) => task !== undefined && (viewer.isAdmin || viewer.id === task.creatorId),
    refusal: 'Only the task’s creator and admins can close it',
  },
  moderator: {
    permits: (viewer, { submission, task, user }) =>
      viewer.isAdmin && ![task?.creatorId, submission?.userId, user?.id].includes(viewer.id),
    refusal: 'Please ask another admin: nobody decides about their own account, tasks and submissions',
  },
}

/** Shown to suspended users on routes that refuse them. */
export const suspendedRefusal =
  'Your account is suspended: you cannot post, submit, review, report or change your public profile until an admin ends the suspension'

// In a file without zod, because the review dialog uses it.

interface Viewer {
  id: string
  isAdmin: boolean
}
type OfCreator = { creatorId: string }
type OfDoer = { userId: string }

/** True for the task's creator and admins, except for a submission of their own (docs/product.md, Roles). */
export const canReview = (viewer: Viewer, task: OfCreator, submission?: OfDoer): boolean =>
  (viewer.isAdmin || viewer.id === task.creatorId) && viewer.id !== submission?.userId

/**
 * After `reviewBy` nobody rejects a proof, except an admin while its automatic approval waits for an admin, and any reviewer
 * while the doer has no wallet.
 */
export const mayReject = (
  viewer: Pick<Viewer, 'id'>,
  { reviewBy, waitsFor }: { reviewBy: string; waitsFor: string | null },
  { creatorId }: OfCreator,
  now: number,
): boolean =>
  now < Date.parse(reviewBy) || waitsFor === 'wallet' || (viewer.id !== creatorId && waitsFor !== null)

/** True for admins who have no part in the case: not the doer, the task's creator or whoever rejected the submission. */
export const canDecideAppeal = (
  viewer: Viewer,
  task: OfCreator,
  { reviewedBy, userId }: OfDoer & { reviewedBy: string | null },
): boolean => viewer.isAdmin && ![userId, task.creatorId, reviewedBy].includes(viewer.id)

/** True for the submitter, the task's creator and admins, who may read the submission. */
export const canReadSubmission = (viewer: Viewer, value: OfDoer, task: OfCreator): boolean =>
  viewer.id === value.userId || canReview(viewer, task)

/** The message if an admin decides an appeal without a reason. */
export const noReason = 'Please give a reason for the decision.'

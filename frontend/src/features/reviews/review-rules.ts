import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'

/** Frequent reasons for rejecting a proof of this kind. The digit keys choose them in this order. */
export const reasonsFor = ({
  proofLink,
  proofFileUrl,
}: Pick<Submission, 'proofLink' | 'proofFileUrl'>): string[] => [
  'Requirements not met',
  'Not original work',
  ...(proofLink || proofFileUrl ? ['The proof does not show the work'] : ['The text is not complete']),
  ...(proofLink ? ['The link does not open'] : []),
  ...(proofFileUrl ? ['The picture is not clear'] : []),
]

/** The feedback to send: the chosen reason, the reviewer's text, or both. */
export const feedbackOf = (reason: string | null, text: string): string =>
  [reason, text.trim()].filter(Boolean).join(': ')

/** The toast of a rejection without a reason and without feedback. */
export const feedbackRequired = {
  title: 'Feedback required',
  description: 'Please provide feedback explaining why this submission is being rejected.',
}

/** After `reviewBy` nobody rejects a proof, except an admin while its automatic approval waits for an admin. */
export const mayReject = (
  viewer: Pick<User, 'id'>,
  { reviewBy, waitsFor }: Pick<Submission, 'reviewBy' | 'waitsFor'>,
  { creatorId }: Pick<Task, 'creatorId'>,
  now: number,
): boolean =>
  !reviewBy ||
  now < Date.parse(reviewBy) ||
  (viewer.id !== creatorId && waitsFor !== null && waitsFor !== 'wallet')

/** Image proofs are recognised by their extension. */
export const isImage = (url: string): boolean => /\.(jpe?g|gif|png)$/i.test(url.split(/[?#]/)[0] ?? '')

/** The queries that a verdict changes. An approval also changes the task's completions and the doer's totals. */
const changedByVerdict = [
  'GET /api/submissions/{id}',
  'GET /api/tasks',
  'GET /api/tasks/{id}',
  'GET /api/tasks/{id}/user-submission',
  'GET /api/user/completed-tasks',
  'GET /api/dashboard',
  'GET /api/leaderboard',
  'GET /api/admin/dashboard',
  'GET /api/admin/appeals',
  'GET /api/admin/money',
] as const

/** Approves or rejects a submission. */
export const useSaveReview = () => useSessionMutation('PATCH /api/submissions/{id}', changedByVerdict)

/** Decides an appeal. An upheld appeal is an approval. */
export const useDecideAppeal = () =>
  useSessionMutation('POST /api/admin/submissions/{id}/appeal', changedByVerdict)

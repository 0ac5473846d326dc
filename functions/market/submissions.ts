import { ulid } from 'ulid'
import { AppError } from '../../domain/errors.ts'
import { listBytes, lists, trust, undecidedProofs } from '../../domain/limits.ts'
import {
  missingProof,
  type NamedSubmission,
  noPlaceMessage,
  proofOfType,
  type Submission,
  type SubmissionInput,
  submitProblem,
} from '../../domain/submission.ts'
import type { UserSubmission } from '../../domain/views.ts'
import * as uploads from '../files/uploads.ts'
import type { UserContext } from '../runtime/context.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import { truncateToBytes } from '../runtime/truncate-to-bytes.ts'
import * as submissions from '../table/submissions.ts'
import type { Table, Write } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import * as waiting from '../table/waiting.ts'
import { proofHashes } from './proof-hashes.ts'

const day = 86_400_000

export const refusals = {
  'signed-out': new AppError('unauthenticated', 'You must be logged in to submit proof'),
  'own-task': new AppError('forbidden', 'You cannot submit proof to your own task'),
  full: new AppError('conflict', 'This task already has all its completions'),
  'no-place': new AppError('conflict', noPlaceMessage),
  'already-submitted': new AppError('conflict', 'You have already submitted proof for this task'),
  wallet: new AppError('conflict', 'An account with your wallet has already submitted proof for this task'),
  pending: new AppError(
    'conflict',
    `You can have ${undecidedProofs.newcomer} undecided proofs until ${trust.posters} posters have approved ${trust.proofs} of your proofs, worth ${trust.cents} CENTS together, and ${undecidedProofs.others} after that. A rejected proof counts until its appeal is over or you give its place up, and so does a place that you wait for.`,
  ),
  file: new AppError('conflict', 'This file is in use already. Please upload it again.'),
  closed: new AppError('conflict', 'This task no longer takes submissions'),
  suspended: new AppError(
    'conflict',
    'The poster of this task is suspended, so it takes no proofs for now. Proofs that were submitted before are paid as usual.',
  ),
  text: new AppError('conflict', 'The text of this task has changed. Read it again before you submit proof.'),
}

/** Saves the caller's proof, pending review. @throws invalid, forbidden, notFound, conflict (see `submitProblem`) */
export async function create(
  context: UserContext,
  input: SubmissionInput,
  { task }: SubjectOf<'POST /api/submissions'>,
): Promise<Submission> {
  const { now, table, user } = context
  if (input.userId && input.userId !== user.id) {
    throw new AppError('forbidden', 'You can only submit proof as yourself')
  }
  const { hasOffer, problem } = await problemOf(context, task)
  if (problem) throw refusals[problem]
  refuseOtherText(task, input)
  const missing = missingProof(task.submissionType, input)
  if (missing) throw new AppError('invalid', missing.message, [missing])
  const proof = proofOfType(task.submissionType, input)

  const submitted = now()
  const at = new Date(submitted).toISOString()
  const reviewBy = submitted + task.reviewDays * day
  const value = {
    id: ulid(submitted),
    taskId: task.id,
    userId: user.id,
    creatorId: task.creatorId,
    reward: task.reward,
    ...proof,
    notes: input.notes ?? null,
    status: 'pending' as const,
    reviewedBy: null,
    reviewNotes: null,
    reviewedAt: null,
    transactionHash: null,
    createdAt: at,
    updatedAt: at,
    reviewBy: new Date(reviewBy).toISOString(),
    appealUntil: null,
    waitsFor: null,
    sameProof: 0,
    appeal: null,
  }
  const save = (createFile?: Write, look?: string) =>
    submissions.create(
      table,
      { ...value, proofHashes: proofHashes(proof, look) },
      { id: task.id, textVersion: input.textVersion, hasOffer },
      createFile ? [createFile] : [],
      user.walletAddress,
    )
  const refused = proof.proofFileUrl
    ? await uploads.storeProof(context, proof.proofFileUrl, task.creatorId, save)
    : await save()
  if (refused === 'closed') {
    const current = (await tasks.get(table, task.id)) ?? task
    const { problem } = await problemOf(context, current)
    if (problem) throw refusals[problem]
    refuseOtherText(current, input)
  }
  if (refused) throw refusals[refused]
  return value
}

/** Why the caller may not submit to the task now, if so, and the caller's entry in its waiting list. */
export async function problemOf({ now, table, user }: UserContext, task: tasks.StoredTask) {
  const [earlier, poster, entry] = await Promise.all([
    submissions.getOf(table, task.id, user.id),
    users.get(table, task.creatorId),
    waiting.get(table, task.id, user.id),
  ])
  const hasOffer = waiting.hasOffer(entry, now())
  const problem = submitProblem(user, task, earlier !== undefined, now(), hasOffer)
  return { entry, hasOffer, problem: problem ?? (poster?.suspended ? ('suspended' as const) : null) }
}

/** @throws conflict if the doer has read another text than that of the task */
function refuseOtherText({ textVersion = 0 }: tasks.StoredTask, read: SubmissionInput): void {
  if (textVersion !== (read.textVersion ?? 0)) throw refusals.text
}

export async function get(
  { table, user }: UserContext,
  _input: unknown,
  { submission }: SubjectOf<'GET /api/submissions/{id}'>,
): Promise<NamedSubmission> {
  const [counted = submission] =
    user.id === submission.userId ? [] : await submissions.withSameProof(table, [submission])
  return (await namesFor(table, [counted]))(counted)
}

export async function getOwn(
  { table, user }: UserContext,
  _input: unknown,
  { task }: SubjectOf<'GET /api/tasks/{id}/user-submission'>,
): Promise<UserSubmission> {
  const [submission = null, entry] = await Promise.all([
    submissions.getOf(table, task.id, user.id),
    waiting.get(table, task.id, user.id),
  ])
  const answer = { hasSubmitted: submission !== null, submission }
  if (!entry?.gsi1sk) return answer
  const before = entry.gsi2sk ? await waiting.first(table, task.id, entry.gsi2sk) : []
  return { ...answer, waiting: { before: before.length, offeredUntil: entry.offeredUntil ?? null } }
}

/**
 * Reads the caller's newest 500 submissions. Returns the ids of the tasks with an approved submission, and at most
 * `listBytes` of the submissions.
 */
export async function listCompleted({ table, user }: UserContext) {
  const all = await submissions.submittedBy(table, user.id, lists.newest)
  const approved = all.filter(({ status }) => status === 'approved')
  return {
    completedTaskIds: approved.map(({ taskId }) => taskId),
    submissions: truncateToBytes(all, listBytes),
  }
}

/** Reads the usernames that the submissions need, in one batch; returns what adds them to one of the submissions. */
export async function namesFor(
  table: Table,
  list: Submission[],
): Promise<(one: Submission) => NamedSubmission> {
  const ids = list.flatMap(({ userId, reviewedBy }) => (reviewedBy ? [userId, reviewedBy] : [userId]))
  const names = await users.namesOf(table, ids)
  return (one) => ({
    ...one,
    submitterName: names.get(one.userId) ?? null,
    reviewerName: names.get(one.reviewedBy ?? '') ?? null,
  })
}

import * as z from 'zod'
import { text } from './limits.ts'
import { hash, optionalText, requiredText, timestamp, ulid } from './schema.ts'
import { isOpen, type SubmissionType, type Task } from './task.ts'
import type { User } from './user.ts'

export const submissionStatuses = ['pending', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** A submission (spec section 3). */
export const submission = z.object({
  id: ulid,
  taskId: ulid,
  userId: ulid,
  proofLink: z.string().nullable(),
  proofText: z.string().nullable(),
  proofFileUrl: z.string().nullable(),
  notes: z.string().nullable(),
  status: z.enum(submissionStatuses),
  reviewedBy: ulid.nullable(),
  reviewNotes: z.string().nullable(),
  reviewedAt: timestamp.nullable(),
  transactionHash: hash.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Submission = z.infer<typeof submission>

/** A submission with usernames, so that a list needs no request for each person. Null: no reviewer, or no such account. */
export const namedSubmission = submission.extend({
  submitterName: z.string().nullable(),
  reviewerName: z.string().nullable(),
})
export type NamedSubmission = z.infer<typeof namedSubmission>

const anyUrl = z.url()
const webLink = /^https?:\/\/[^\s\p{Cc}/?#@]+(?:[/?#][^\s\p{Cc}]*)?$/iu

/** True for an http or https URL without credentials, spaces and line breaks. Other schemes such as `javascript:` are rejected. */
export const isWebLink = (value: string): boolean =>
  // The regular expression is needed too, because zod's url removes line breaks before it checks.
  webLink.test(value) && anyUrl.safeParse(value).success

export const proofLink = z.string().trim().max(text.link).refine(isWebLink, 'Please enter a valid URL')
export const proofText = requiredText(text.proof, 'Please provide proof text')

/** Input of `POST /api/submissions`. The form clears the fields of other proof types. An empty field counts as absent. */
export const submissionInput = z.strictObject({
  taskId: ulid,
  userId: ulid.optional(),
  proofLink: proofLink.or(z.literal('')).nullish(),
  proofText: proofText.or(z.literal('')).nullish(),
  proofFileUrl: optionalText(text.link),
  notes: optionalText(text.notes),
})
export type SubmissionInput = z.infer<typeof submissionInput>

const missing = {
  link: { path: 'proofLink', message: 'Missing link: Please provide a valid URL as proof' },
  text: { path: 'proofText', message: 'Missing text proof: Please provide text description as proof' },
  file: { path: 'proofFileUrl', message: 'Missing file: Please upload a file as proof' },
} as const

type Proof = Pick<SubmissionInput, 'proofLink' | 'proofText' | 'proofFileUrl'>

/** The field and message of the proof that this type requires but `proof` lacks, or null. 'mixed' accepts any one of the three. */
export function missingProof(type: SubmissionType, proof: Proof) {
  const given = { link: proof.proofLink, text: proof.proofText, file: proof.proofFileUrl }
  if (type === 'mixed') return given.link || given.text || given.file ? null : missing.text
  return given[type] ? null : missing[type]
}

/** The proof with empty fields and the fields of other types set to null (spec section 5). */
export function proofOfType(type: SubmissionType, proof: Proof) {
  const keep = (kind: 'link' | 'text' | 'file', value: string | null | undefined) =>
    (type === 'mixed' || type === kind) && value ? value : null
  return {
    proofLink: keep('link', proof.proofLink),
    proofText: keep('text', proof.proofText),
    proofFileUrl: keep('file', proof.proofFileUrl),
  }
}

/** Input of `PATCH /api/submissions/{id}`. Rejecting requires feedback (spec section 5). */
export const reviewInput = z
  .strictObject({
    id: ulid,
    status: z.enum(['approved', 'rejected']),
    feedback: optionalText(text.feedback),
  })
  .refine((input) => input.status !== 'rejected' || input.feedback, {
    path: ['feedback'],
    message: 'Please provide feedback explaining why this submission is being rejected.',
  })
export type ReviewInput = z.infer<typeof reviewInput>

type Viewer = Pick<User, 'id' | 'isAdmin'>

/** The reason why the viewer may not submit to this task, or null (spec section 6). `now` in milliseconds. */
export function submitProblem(
  viewer: Viewer | null,
  task: Task,
  hasSubmitted: boolean,
  now: number,
): 'signed-out' | 'own-task' | 'already-submitted' | 'full' | 'closed' | null {
  if (!viewer) return 'signed-out'
  if (viewer.id === task.creatorId) return 'own-task'
  if (hasSubmitted) return 'already-submitted'
  if (task.completions >= task.maxCompletions) return 'full'
  return isOpen(task, now) ? null : 'closed'
}

/** True for the task's creator and admins, who may approve or reject (spec section 6). */
export const canReview = (viewer: Viewer, task: Pick<Task, 'creatorId'>): boolean =>
  viewer.isAdmin || viewer.id === task.creatorId

/** True for the submitter, the task's creator and admins, who may read the submission. */
export const canReadSubmission = (
  viewer: Viewer,
  value: Pick<Submission, 'userId'>,
  task: Pick<Task, 'creatorId'>,
): boolean => viewer.id === value.userId || canReview(viewer, task)

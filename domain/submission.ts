import * as z from 'zod'
import { text } from './limits.ts'
import { noReason } from './review-rights.ts'
import { hash, object, optionalText, requiredText, strict, timestamp, ulid } from './schema.ts'
import { type SubmissionType, textVersion } from './task.ts'

export { noPlaceMessage, submitProblem } from './task-rules.ts'

export const submissionStatuses = ['pending', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

export const appealStatuses = ['open', 'upheld', 'dismissed'] as const

/**
 * The appeal of a rejected doer. The proof fields are the corrected proof, null if there is none. `decidedBy` of a decided
 * appeal is null if approvals ended before a decision.
 */
export const appeal = object(() => ({
  status: z.enum(appealStatuses),
  message: z.string(),
  proofLink: z.string().nullable(),
  proofText: z.string().nullable(),
  proofFileUrl: z.string().nullable(),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
  decidedBy: ulid.nullable(),
  reason: z.string().nullable(),
}))
export type Appeal = z.infer<typeof appeal>

/** Why the automatic approval waits: for an admin, or ('wallet') until the doer has linked a wallet. */
export const waitReasons = ['report', 'suspension', 'same-proof', 'newcomer', 'wallet'] as const
export type WaitReason = (typeof waitReasons)[number]

/** A doer's proof for a task (docs/product.md, Submissions). */
export const submission = object(() => ({
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
  /** Time at which a pending submission is approved automatically. */
  reviewBy: timestamp,
  /** Time until which the doer may appeal against a rejection; null if they may not. */
  appealUntil: timestamp.nullable(),
  waitsFor: z.enum(waitReasons).nullable(),
  /** Other accounts that submitted the same proof for this task; always 0 in answers to its submitter. */
  sameProof: z.number().int(),
  appeal: appeal.nullable(),
}))
export type Submission = z.infer<typeof submission>

/** A submission with usernames, so that a list needs no request for each person. Null: no reviewer, or no such account. */
export const namedSubmission = object(() => ({
  ...submission.shape,
  submitterName: z.string().nullable(),
  reviewerName: z.string().nullable(),
}))
export type NamedSubmission = z.infer<typeof namedSubmission>

const anyUrl = z.url()
const webLink = /^https?:\/\/[^\s\p{Cc}\p{Bidi_Control}/?#@]+(?:[/?#][^\s\p{Cc}\p{Bidi_Control}]*)?$/iu

/** True for an http or https URL without credentials, spaces and line breaks. Other schemes such as `javascript:` are rejected. */
export const isWebLink = (value: string): boolean =>
  // The regular expression is needed too, because zod's url removes line breaks before it checks.
  webLink.test(value) && anyUrl.safeParse(value).success

export const proofLink = z.string().trim().max(text.link).refine(isWebLink, 'Please enter a valid URL')
export const proofText = requiredText(text.proof, 'Please provide proof text')

/** Input of `POST /api/submissions`. The form clears the fields of other proof types. An empty field counts as absent. */
export const submissionInput = strict(() => ({
  taskId: ulid,
  userId: ulid.optional(),
  proofLink: proofLink.or(z.literal('')).nullish(),
  proofText: proofText.or(z.literal('')).nullish(),
  proofFileUrl: optionalText(text.link),
  notes: optionalText(text.notes),
  textVersion,
}))
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

/** The proof with empty fields and the fields of other types set to null. */
export function proofOfType(type: SubmissionType, proof: Proof) {
  const keep = (kind: 'link' | 'text' | 'file', value: string | null | undefined) =>
    (type === 'mixed' || type === kind) && value ? value : null
  return {
    proofLink: keep('link', proof.proofLink),
    proofText: keep('text', proof.proofText),
    proofFileUrl: keep('file', proof.proofFileUrl),
  }
}

/** Input of `PATCH /api/submissions/{id}`. Rejecting requires feedback. */
export const reviewInput = strict(() => ({
  id: ulid,
  status: z.enum(['approved', 'rejected']),
  feedback: optionalText(text.feedback),
})).refine((input) => input.status !== 'rejected' || input.feedback, {
  path: ['feedback'],
  message: 'Please provide feedback explaining why this submission is being rejected.',
})
export type ReviewInput = z.infer<typeof reviewInput>

/** Input of `POST /api/submissions/{id}/appeal`. The proof fields are for a corrected proof, which is optional. */
export const appealInput = strict(() => ({
  ...submissionInput.pick({ proofLink: true, proofText: true, proofFileUrl: true }).shape,
  id: ulid,
  message: requiredText(text.feedback, 'Please say why the rejection is wrong.'),
}))
export type AppealInput = z.infer<typeof appealInput>

/** Input of `POST /api/admin/submissions/{id}/appeal`. */
export const appealDecision = strict(() => ({
  id: ulid,
  decision: z.enum(['upheld', 'dismissed']),
  reason: requiredText(text.feedback, noReason),
}))
export type AppealDecision = z.infer<typeof appealDecision>

/** Pending submissions first, the oldest of them first; then the others, the newest first. */
export const inReviewOrder = <One extends Pick<Submission, 'status' | 'createdAt'>>(
  submissions: One[],
): One[] =>
  submissions.toSorted(
    (a, b) =>
      Number(b.status === 'pending') - Number(a.status === 'pending') ||
      a.createdAt.localeCompare(b.createdAt) * (a.status === 'pending' ? 1 : -1),
  )

/** True while the submission may still be approved: pending, under appeal, or appealable. `now` in milliseconds. */
export const isUndecided = (
  { appeal, appealUntil, status }: Pick<Submission, 'appeal' | 'appealUntil' | 'status'>,
  now: number,
): boolean =>
  status === 'pending' ||
  (status === 'rejected' &&
    (appeal ? appeal.status === 'open' : appealUntil !== null && now < Date.parse(appealUntil)))

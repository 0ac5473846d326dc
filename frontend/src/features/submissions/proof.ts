import { missingProof, proofLink, proofOfType, proofText } from '../../../../domain/submission.ts'
import type { SubmissionType } from '../../../../domain/task-enums.ts'
import { uploadTexts } from '../../../../domain/upload-texts.ts'
import { call } from '../../lib/api.ts'
import type { UploadedFile, UploadPurpose } from '../../ui/picture-upload.ts'
import { withSession } from '../auth/session-mutation.ts'

export type ProofKind = 'link' | 'text' | 'file'

export interface ProofForm {
  proofLink: string
  proofText: string
  notes: string
}

export const emptyProof: ProofForm = { proofLink: '', proofText: '', notes: '' }

/** The stored input of the form, until it is submitted. */
export interface ProofDraft extends ProofForm {
  kind: ProofKind
  file: UploadedFile | null
}

export const emptyDraft: ProofDraft = { ...emptyProof, kind: 'text', file: null }

/** The kinds of proof that a task takes, in the order of the form's tabs. */
export const kindsOf = (type: SubmissionType): ProofKind[] =>
  type === 'mixed' ? ['link', 'text', 'file'] : [type]

/** Validation for react-hook-form: an error message, or true. */
export function checkProof(kind: 'link' | 'text', value: string): string | true {
  if (!value.trim()) return missingProof(kind, { proofFileUrl: undefined })?.message ?? true
  const parsed = (kind === 'link' ? proofLink : proofText).safeParse(value)
  return parsed.success ? true : (parsed.error.issues[0]?.message ?? 'Not a valid text')
}

/** The upload of a picture as proof. */
export const proofPicture: UploadPurpose = {
  request: (file) => withSession(() => call('POST /api/submissions/upload', file)),
  texts: {
    wrongType: uploadTexts.wrongType,
    failed: 'Upload failed',
    missing: missingProof('file', { proofFileUrl: undefined })?.message ?? '',
  },
}

/** The proof of one kind, with the fields of the others cleared. */
export const onlyKind = (kind: ProofKind, { proofLink, proofText }: ProofForm, proofFileUrl?: string) =>
  proofOfType(kind, { proofLink: proofLink.trim(), proofText, proofFileUrl })

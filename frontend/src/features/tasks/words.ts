import type { SubmissionType } from '../../../../domain/task-enums.ts'

/** How a submission type is named to people. */
export const submissionTypeWords: Record<SubmissionType, string> = {
  text: 'Text',
  link: 'Link',
  file: 'File upload',
  mixed: 'Link, text or file',
}

import type { Submission } from '../../../../domain/submission.ts'

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

/** Image proofs are recognised by their extension. */
export const isImage = (url: string): boolean => /\.(jpe?g|gif|png)$/i.test(url.split(/[?#]/)[0] ?? '')

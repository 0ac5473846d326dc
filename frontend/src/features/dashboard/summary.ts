import type { Summary } from '../../../../domain/views.ts'

/** Whether the dashboard shows the user first as a poster: with proofs to review, or with tasks and no submissions. */
export const isPosterFirst = ({ created, submissions, toReview }: Summary): boolean =>
  toReview > 0 || (created > 0 && submissions === 0)

/** The specification's enumerations for tasks (section 3), without zod: pages need them before any form does. */

export const categories = [
  'Content',
  'Development',
  'Design',
  'Marketing',
  'Research',
  'Social Media',
  'Testing',
  'Translation',
  'Other',
] as const

/** What the list can be filtered by: also two that older tasks may carry and new ones cannot (section 3). */
export const filterCategories = [...categories, 'Reviews', 'Referral'] as const

export const submissionTypes = ['text', 'link', 'file', 'mixed'] as const
export type SubmissionType = (typeof submissionTypes)[number]

export const sorts = [
  'recent',
  'oldest',
  'reward-high',
  'reward-low',
  'time-low',
  'time-high',
  'deadline',
] as const
export type TaskSort = (typeof sorts)[number]

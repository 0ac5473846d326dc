/** Enumerations for tasks. This file does not import zod, so pages without a form stay small. */

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

/** Categories in the filter. New tasks cannot have the last two; a list can be filtered by them. */
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

import * as z from 'zod'
import { escrow, review } from '../../../../domain/limits.ts'
import { taskForm, taskFormDefaults } from '../../../../domain/task.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { endOfDay } from './escrow-terms.ts'

/** The dialog's fields: the domain's form, with the deadline as a date control gives it ('YYYY-MM-DD' or ''). */
export const taskFormFields = taskForm.extend({
  isActive: z.boolean(),
  reviewDays: taskForm.shape.reviewDays.unwrap(),
  deadline: z
    .string()
    .refine((day) => !day || endOfDay(day).getTime() > Date.now(), 'The deadline must be in the future')
    .refine(
      (day) => !day || endOfDay(day).getTime() < Date.now() + escrow.maxAhead * 1000,
      'The deadline can be at most 350 days ahead',
    ),
})
export type TaskFields = z.infer<typeof taskFormFields>

/** The days to review, or the default while the field has no valid number. */
export const reviewDaysOf = (typed: number): number =>
  taskFormFields.shape.reviewDays.safeParse(typed).success ? typed : review.defaultDays

export const emptyTask: TaskFields = {
  title: '',
  description: '',
  requirements: '',
  deadline: '',
  ...taskFormDefaults,
}

/** The name of a user's draft of the form. */
export const taskDraft = (userId: string | undefined) => `task ${userId}`

/** Saves a funded task. */
export const useSaveTask = () =>
  useApiMutation('POST /api/tasks', [
    'GET /api/tasks',
    'GET /api/dashboard',
    'GET /api/admin/dashboard',
    'GET /api/admin/money',
    'balance',
  ])

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { escrow, review } from '../../../../domain/limits.ts'
import { type Task, taskForm, taskFormDefaults } from '../../../../domain/task.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { endOfDay } from './escrow-terms.ts'
import type { PendingFunding } from './pending-funding.ts'

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

/** The name of a user's draft: of a new task ('task'), or of a copy of the task with this id. */
export const taskDraft = (userId: string, source: string) =>
  source === 'task' ? `task ${userId}` : `task ${userId} ${source}`

/** Makes the values of a task the draft of its copy, unless the user has begun a copy already. */
export function duplicate(task: Task): void {
  const name = taskDraft(task.creatorId, task.id)
  if (!readDraft(name, emptyTask))
    keepDraft(name, taskFormFields.omit({ deadline: true, isActive: true }).strip().parse(task))
}

/** Deletes the draft of a funded task. A draft that was typed since then is another one, and stays. */
export function deleteFundedDraft({ draft: name, task }: Pick<PendingFunding, 'draft' | 'task'>): void {
  const draft = readDraft(name, emptyTask)
  const fields = taskFormFields.omit({ deadline: true }).strip().safeParse(draft).data
  if (
    fields &&
    Object.entries(fields).every(([field, value]) => task[field as keyof typeof fields] === value)
  )
    keepDraft(name, null)
}

/** A form whose input is kept as the draft of this name. `onChange` is called at each change. */
export function useTaskForm(draft: string, initial: TaskFields, onChange: () => void) {
  const form = useForm<TaskFields>({
    // A change of a text keeps its `textVersion` beside the fields.
    resolver: zodResolver(taskFormFields.strip()),
    mode: 'onBlur',
    defaultValues: readDraft(draft, initial) ?? initial,
  })
  const { watch } = form
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      keepDraft(draft, values)
      onChange()
    })
    return unsubscribe
  }, [watch, draft, onChange])
  return form
}

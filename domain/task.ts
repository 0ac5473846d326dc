import * as z from 'zod'
import { escrowTerms } from './escrow.ts'
import { completions, escrow, estimatedTime, lists, reward, text } from './limits.ts'
import { address, positiveInteger, requiredText, timestamp, ulid } from './schema.ts'
import { categories, sorts, submissionTypes } from './task-enums.ts'
import type { User } from './user.ts'

export { categories, type SubmissionType, sorts, submissionTypes, type TaskSort } from './task-enums.ts'

export const submissionType = z.enum(submissionTypes)

/** A task (spec section 3). `reward` in CENTS per completion, `estimatedTime` in minutes. */
export const task = z.object({
  id: ulid,
  title: z.string(),
  description: z.string(),
  requirements: z.string(),
  category: z.string(),
  creatorId: ulid,
  reward: z.number().int(),
  maxCompletions: z.number().int(),
  completions: z.number().int(),
  estimatedTime: z.number().int(),
  deadline: timestamp,
  submissionType,
  isActive: z.boolean(),
  contractAddress: address.nullable(),
  createdAt: timestamp,
  /** Time of the final closing. The remainder of the escrow then returns to the funder. */
  closedAt: timestamp.optional(),
  /** True if the task was still a draft when it was closed, so only its creator and admins may see it. */
  wasDraft: z.literal(true).optional(),
})
export type Task = z.infer<typeof task>

/** Fields and rules of the form (spec section 5). */
export const taskForm = z.strictObject({
  title: requiredText(text.title),
  description: requiredText(text.description),
  requirements: requiredText(text.requirements),
  category: z.enum(categories),
  reward: positiveInteger(reward.max, `Maximum ${reward.max} CENTS`),
  maxCompletions: positiveInteger(completions.max, `Maximum ${completions.max} completions`),
  estimatedTime: positiveInteger(estimatedTime.max, 'Maximum 8 hours (480 minutes)'),
  submissionType,
  isActive: z.boolean().default(true),
  deadline: timestamp.optional(),
})
export type TaskForm = z.input<typeof taskForm>

/** Input of `POST /api/tasks`: the form plus the contract and the terms of the funded escrow. */
export const taskInput = taskForm.extend({
  creatorId: ulid.optional(),
  contractAddress: address,
  escrow: escrowTerms,
})
export type TaskInput = z.infer<typeof taskInput>

export const taskFormDefaults = {
  category: 'Content',
  reward: reward.default,
  maxCompletions: completions.default,
  estimatedTime: estimatedTime.default,
  submissionType: 'text',
  isActive: true,
} as const satisfies Partial<TaskForm>

const count = z.coerce.number().int().min(0)

/** Query parameters of `GET /api/tasks`. All filters are optional, ranges are inclusive. */
export const taskQuery = z.strictObject({
  q: z.string().trim().max(text.title).optional(),
  category: z.string().max(50).optional(),
  minReward: count.optional(),
  maxReward: count.optional(),
  minTime: count.optional(),
  maxTime: count.optional(),
  submissionType: z.enum(['all', ...submissionTypes]).optional(),
  sort: z.enum(sorts).default('recent'),
  status: z.enum(['open', 'closed', 'all']).default('open'),
  limit: z.coerce.number().int().min(1).max(lists.tasksAtMost).default(lists.tasksAtMost),
  cursor: z.string().max(1024).optional(),
})
export type TaskQuery = z.infer<typeof taskQuery>

/** The deadline in milliseconds since the epoch. From then on the task accepts no submissions. */
export const deadlineOf = (value: Pick<Task, 'deadline'>): number => Date.parse(value.deadline)

/** True while a task accepts submissions: active, not full, before its deadline. `now` in milliseconds. */
export function isOpen(
  value: Pick<Task, 'isActive' | 'completions' | 'maxCompletions' | 'deadline'>,
  now: number,
) {
  return value.isActive && value.completions < value.maxCompletions && now < deadlineOf(value)
}

/** True if the viewer may see a task. Only the creator and admins see a draft, even after it was closed. */
export function canSeeTask(
  viewer: Pick<User, 'id' | 'isAdmin'> | null,
  value: Pick<Task, 'isActive' | 'creatorId' | 'closedAt' | 'wasDraft'>,
) {
  if (value.isActive || (value.closedAt && !value.wasDraft)) return true
  return viewer !== null && (viewer.isAdmin || viewer.id === value.creatorId)
}

/** Default deadline (ISO 8601) and its earliest `refundableAt` (Unix seconds) for a task created at `now` (milliseconds). */
export function defaultTiming(now: number): { deadline: string; refundableAt: number } {
  const deadline = Math.floor(now / 1000) + escrow.defaultDeadline
  return {
    deadline: new Date(deadline * 1000).toISOString(),
    refundableAt: deadline + escrow.refundAfterDeadline,
  }
}

/** The field and message if this deadline or `refundableAt` is not allowed, or null. `now` in milliseconds. */
export function timingProblem(deadline: string, refundableAt: number, now: number) {
  const seconds = Date.parse(deadline) / 1000
  if (seconds * 1000 <= now) return { path: 'deadline', message: 'The deadline must be in the future' }
  if (seconds > now / 1000 + escrow.maxAhead)
    return { path: 'deadline', message: 'The deadline can be at most two years ahead' }
  if (refundableAt < Math.floor(seconds) + escrow.refundAfterDeadline)
    return {
      path: 'escrow.refundableAt',
      message: 'The escrow must stay locked for at least 7 days after the deadline',
    }
  return null
}

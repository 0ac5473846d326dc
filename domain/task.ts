import * as z from 'zod'
import { completions, escrow, estimatedTime, lists, review, reward, text } from './limits.ts'
import { address, bytes32, fresh, object, requiredText, strict, timestamp, ulid } from './schema.ts'
import { categories, sorts, submissionTypes } from './task-enums.ts'
import { earliestRefundableAt } from './task-rules.ts'
import type { User } from './user.ts'

export { placesLeft } from './places.ts'
export { deadlineOf, earliestRefundableAt, isOpen } from './task-rules.ts'

/** The terms of an escrow that the task does not contain. The funder chooses them. `refundableAt` is Unix seconds. */
export const escrowTerms = strict(() => ({
  salt: bytes32,
  refundableAt: z.number().int().positive(),
}))
export type EscrowTerms = z.infer<typeof escrowTerms>
export { categories, type SubmissionType, sorts, submissionTypes, type TaskSort } from './task-enums.ts'

export const submissionType = z.enum(submissionTypes)

/** A task (docs/product.md, Tasks). `reward` in CENTS per completion, `estimatedTime` in minutes. */
export const task = object(() => ({
  id: ulid,
  title: z.string(),
  description: z.string(),
  requirements: z.string(),
  category: z.string(),
  creatorId: ulid,
  reward: z.number().int(),
  maxCompletions: z.number().int(),
  completions: z.number().int(),
  /** Places that approved submissions, undecided ones and offers of the waiting list take, of `maxCompletions`. */
  taken: z.number().int(),
  /** Days in which the creator reviews a proof, before it is approved automatically. */
  reviewDays: z.number().int(),
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
  /** True if an admin has hidden the task: only its creator, its submitters and admins see it. */
  hidden: z.literal(true).optional(),
  /** Why it is hidden, for those who still see it. */
  hiddenReason: z.string().optional(),
  /** Time at which a reorganisation of the chain was found to have taken the funding back. */
  fundingLost: timestamp.optional(),
  /** Doers who wait for a place, without those to whom one is offered. Absent in lists. */
  waiting: z.number().int().optional(),
  /** How many times the creator has changed the text. Absent for 0, and in lists. */
  textVersion: z.number().int().optional(),
}))
export type Task = z.infer<typeof task>

/** A positive integer up to `max`. */
export const positiveInteger = (max: number, message: string) =>
  z.number().int().positive('Must be greater than 0').max(max, message)

/** The part of the form that the creator may change until the first proof arrives. */
export const taskText = strict(() => ({
  title: requiredText(text.title),
  description: requiredText(text.description),
  requirements: requiredText(text.requirements),
}))
export type TaskText = z.infer<typeof taskText>

/** Fields and rules of the form (docs/product.md, Tasks). */
export const taskForm = strict(() => ({
  ...taskText.shape,
  category: z.enum(categories),
  reward: positiveInteger(reward.max, `Maximum ${reward.max} CENTS`),
  maxCompletions: positiveInteger(completions.max, `Maximum ${completions.max} completions`),
  estimatedTime: positiveInteger(estimatedTime.max, 'Maximum 8 hours (480 minutes)'),
  submissionType,
  reviewDays: positiveInteger(review.maxDays, `Maximum ${review.maxDays} days`).default(review.defaultDays),
  isActive: z.boolean().default(true),
  deadline: timestamp.optional(),
}))
export type TaskForm = z.input<typeof taskForm>

/** Input of `POST /api/tasks`: the form plus the contract and the terms of the funded escrow. */
export const taskInput = strict(() => ({
  ...taskForm.shape,
  creatorId: ulid.optional(),
  contractAddress: address,
  escrow: escrowTerms,
}))
export type TaskInput = z.infer<typeof taskInput>

/** Of a request: the `textVersion` of the task whose text the sender has read; 0 if absent. */
export const textVersion = z.number().int().min(0).optional()

export const taskFormDefaults = {
  category: 'Content',
  reward: reward.default,
  maxCompletions: completions.default,
  estimatedTime: estimatedTime.default,
  submissionType: 'text',
  reviewDays: review.defaultDays,
  isActive: true,
} as const satisfies Partial<TaskForm>

const count = z.coerce.number().int().min(0)

/** Query parameters of `GET /api/tasks`. All filters are optional, ranges are inclusive. */
export const taskQuery = strict(() => ({
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
  fresh,
}))
export type TaskQuery = z.infer<typeof taskQuery>

/** True if the viewer may see a task. Only the creator and admins see a draft, even after it was closed. */
export function canSeeTask(
  viewer: Pick<User, 'id' | 'isAdmin'> | null,
  value: Pick<Task, 'isActive' | 'creatorId' | 'closedAt' | 'wasDraft'>,
) {
  if (value.isActive || (value.closedAt && !value.wasDraft)) return true
  return viewer !== null && (viewer.isAdmin || viewer.id === value.creatorId)
}

/**
 * The time (epoch milliseconds) from which nothing can be approved any more. `refundableAt` in Unix seconds. An approval by the
 * schedule may be later, so that a schedule that was down costs nobody their reward.
 */
export const approvalsEnd = (
  { refundableAt }: { refundableAt: number },
  margin: number = escrow.approvalMargin,
): number => (refundableAt - margin) * 1000

/** Default deadline (ISO 8601) and its earliest `refundableAt` (Unix seconds) for a task created at `now` (milliseconds). */
export function defaultTiming(now: number, reviewDays: number): { deadline: string; refundableAt: number } {
  const deadline = new Date((Math.floor(now / 1000) + escrow.defaultDeadline) * 1000).toISOString()
  return { deadline, refundableAt: earliestRefundableAt(deadline, reviewDays) }
}

/** The field and message if this deadline or `refundableAt` is not allowed, or null. `now` in milliseconds. */
export function timingProblem(
  { deadline, refundableAt, reviewDays }: { deadline: string; refundableAt: number; reviewDays: number },
  now: number,
) {
  const seconds = Date.parse(deadline) / 1000
  if (seconds * 1000 <= now) return { path: 'deadline', message: 'The deadline must be in the future' }
  if (seconds > now / 1000 + escrow.maxAhead)
    return { path: 'deadline', message: 'The deadline can be at most 350 days ahead' }
  if (refundableAt < earliestRefundableAt(deadline, reviewDays))
    return {
      path: 'escrow.refundableAt',
      message: `The escrow must stay locked for at least ${reviewDays + 14} days after the deadline: ${reviewDays} to review and 14 more`,
    }
  return null
}

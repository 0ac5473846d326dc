import * as z from 'zod'
import { subjectKinds } from './audit.ts'
import { hash, object, timestamp, ulid } from './schema.ts'
import { toldSecurityEvents } from './security-events.ts'

/**
 * What people are told of: doers about their proofs, posters about their tasks, owners about the security of their account,
 * admins about what waits for them.
 */
export const notificationKinds = [
  'approved',
  'rejected',
  'paid',
  'payout-failed',
  'appeal-decided',
  'place-offered',
  'proofs-arrived',
  'review-due',
  'paid-automatically',
  'approved-by-admin',
  'appeal-opened',
  'task-full',
  'money-returned',
  'report-opened',
  ...toldSecurityEvents,
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * How many messages the person's connected pages were sent, and milliseconds since the last one, null if there is none
 * (docs/live.md).
 */
export const news = object(() => ({ messages: z.number().int(), age: z.number().int().nullable() }))
export type News = z.infer<typeof news>

/**
 * An entry of somebody's inbox. `proofs-arrived`, `paid-automatically` and `appeal-opened` of one task are collected in one
 * entry until the person has seen it, for at most a day.
 */
export const notification = object(() => ({
  /** Sorts by time. A collected entry gets a new id when it grows. */
  id: ulid,
  kind: z.enum(notificationKinds),
  at: timestamp,
  /** Null for a report of a user, and for what concerns the security of the account. */
  taskId: ulid.nullable(),
  taskTitle: z.string().nullable(),
  submissionId: ulid.optional(),
  /** CENTS. */
  amount: z.number().int().optional(),
  transactionHash: hash.nullable().optional(),
  /** Of a rejection: the words of the reviewer. */
  reason: z.string().nullable().optional(),
  /** Until when a doer may appeal, when the first proof is approved automatically, when the account moves to another wallet, or until when a place is reserved. */
  until: timestamp.nullable().optional(),
  /** How many a collected entry stands for. */
  count: z.number().int().optional(),
  isUpheld: z.boolean().optional(),
  /** The reader is the task's creator; `appeal-decided` also goes to the doer. */
  isOwnTask: z.literal(true).optional(),
  /** Of the inbox that all admins share. */
  forAdmins: z.literal(true).optional(),
  /** What was reported. */
  reported: z.enum(subjectKinds).optional(),
  /** Of a security event: the browser and the network that caused it; null for what the product or an operator did. */
  device: z.string().nullable().optional(),
  network: z.string().nullable().optional(),
}))
export type Notification = z.infer<typeof notification>

/** A page, newest first. `unread` counts all entries with an id above `seen`, up to 99. `next`: cursor of the next page. */
export const inbox = object(() => ({
  notifications: z.array(notification),
  unread: z.number().int(),
  seen: ulid.nullable(),
  next: ulid.nullable(),
}))
export type Inbox = z.infer<typeof inbox>

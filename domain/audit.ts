import * as z from 'zod'
import { object, timestamp, ulid } from './schema.ts'

/** What an admin did. `grant` and `revoke` are those of `npm run admin`. */
export const auditActions = [
  'approve',
  'reject',
  'uphold-appeal',
  'dismiss-appeal',
  'hide',
  'unhide',
  'suspend',
  'unsuspend',
  'hide-profile',
  'show-profile',
  'dismiss-reports',
  'grant',
  'revoke',
  'retry',
  'close',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an admin action or a report is about. */
export const subjectKinds = ['task', 'submission', 'user'] as const
export type SubjectKind = (typeof subjectKinds)[number]
export const moderatedSubject = object(() => ({ kind: z.enum(subjectKinds), id: ulid }))
export type ModeratedSubject = z.infer<typeof moderatedSubject>

/** An entry of the audit log: who did what to whom, when and why. `by` is null for an operator command. */
export const auditEntry = object(() => ({
  id: ulid,
  at: timestamp,
  by: ulid.nullable(),
  /** Username of `by`; null for an operator command. */
  byName: z.string().nullable(),
  action: z.enum(auditActions),
  subject: moderatedSubject,
  /** Username or task title at present; null for a submission. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
}))
export type AuditEntry = z.infer<typeof auditEntry>

import * as z from 'zod'
import { moderatedSubject } from './audit.ts'
import { reports, text } from './limits.ts'
import { type ReportReason, reportReasons } from './report-reasons.ts'
import { object, optionalText, requiredText, strict, timestamp, ulid } from './schema.ts'

const reason = z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]])

export const reportInput = strict(() => ({
  ...moderatedSubject.shape,
  reason,
  words: optionalText(reports.words),
}))

/** What an admin writes about an action. The people concerned see the reason of a hidden task and of a suspension. */
export const adminReason = requiredText(text.feedback, 'Please give a reason.')

/**
 * A case: the reports of one task, submission or user, also those from before an earlier dismissal. `count` counts all of
 * them, `reports` has some. `person` is the task's creator, the submitter or the user; `task` is null for a report of a user.
 */
export const reportCase = object(() => ({
  ...moderatedSubject.shape,
  count: z.number().int(),
  firstAt: timestamp,
  lastAt: timestamp,
  person: z.object({ id: ulid, username: z.string(), suspended: z.boolean(), profileHidden: z.boolean() }),
  task: z.object({ id: ulid, title: z.string(), hidden: z.boolean() }).nullable(),
  reports: z.array(
    z.object({
      by: ulid,
      byName: z.string().nullable(),
      reason,
      words: z.string().nullable(),
      createdAt: timestamp,
    }),
  ),
}))
export type ReportCase = z.infer<typeof reportCase>

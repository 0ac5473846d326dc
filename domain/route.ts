import type * as z from 'zod'

/** Files of `functions/handlers/`. */
export const groups = [
  'auth',
  'tasks',
  'submissions',
  'uploads',
  'users',
  'leaderboard',
  'admin',
  'payouts',
] as const
export type Group = (typeof groups)[number]

/**
 * Who may call a route: anyone; a signed-in user; whoever may read or may review the submission in question; the creator
 * of the task in question, or an admin; an admin. `permissions.ts` has the rule of each.
 */
export type Access = 'anyone' | 'user' | 'reader' | 'reviewer' | 'creator' | 'admin'

/** The input field with the id of the task that a call is about. */
export interface TaskField {
  task: string
}
/** The input fields that identify the submission that a call is about: its id, or its task's and submitter's ids. */
export type SubmissionFields =
  | { submission: string }
  | { submissionOf: readonly [taskId: string, userId: string] }

interface Route {
  name: string
  group: Group
  /** Path, query and body parameters as one object; path parameters win. */
  input: z.ZodType
  output: z.ZodType
  /** A multipart field that this route also takes. */
  multipart?: string
  /**
   * What is answered in place of the output with status 200: 'page' adds a `Link` header to the list's next page
   * (RFC 8288); 'redirect' is a 302; 'progress' is a 202 while the output's `status` is 'due'.
   */
  answer?: 'page' | 'redirect' | 'progress'
  /** 'start': the answer starts a session of the user in the output. 'end': it ends the caller's session. */
  session?: 'start' | 'end'
}

/** What is known of a route. Access that depends on a task or submission needs `subject`, by which it is found. */
export type Row = Route &
  (
    | { access: 'anyone' | 'user' | 'admin'; subject?: TaskField }
    | { access: 'creator'; subject: TaskField }
    | { access: 'reader' | 'reviewer'; subject: SubmissionFields }
  )

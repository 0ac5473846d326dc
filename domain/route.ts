import type * as z from 'zod'

/** Groups of routes. Each group is one Lambda function in `functions/handlers/`. */
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
 * Who may call a route: anyone; any signed-in user; users who may read the submission; users who may review it; the creator
 * of the task or an admin; admins only. `permissions.ts` has the rules.
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
  /** Path, query and body parameters as one object. A path parameter overrides a body field of the same name. */
  input: z.ZodType
  output: z.ZodType
  /** Name of the multipart field in which this route also accepts a file. */
  multipart?: string
  /**
   * Response other than status 200 with the output: 'page' adds a `Link` header to the list's next page
   * (RFC 8288); 'redirect' is a 302; 'progress' is a 202 while the output's `status` is 'due'.
   */
  answer?: 'page' | 'redirect' | 'progress'
  /** 'start': the answer starts a session of the user in the output. 'end': it ends the caller's session. */
  session?: 'start' | 'end'
}

/** Description of a route. If `access` depends on a task or submission, `subject` names the input fields that identify it. */
export type Row = Route &
  (
    | { access: 'anyone' | 'user' | 'admin'; subject?: TaskField }
    | { access: 'creator'; subject: TaskField }
    | { access: 'reader' | 'reviewer'; subject: SubmissionFields }
  )

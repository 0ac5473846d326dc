import type * as z from 'zod'

/** Groups of routes. Each group is one Lambda function in `functions/handlers/`. */
export const groups = [
  'auth',
  'tasks',
  'submissions',
  'uploads',
  'users',
  'notifications',
  'admin',
  'payouts',
  'moderation',
  'verdicts',
] as const
export type Group = (typeof groups)[number]

/**
 * Who may call a route: anyone; any signed-in user; users who may read the submission; its submitter; users who may review
 * it; admins who may decide its appeal; the creator of the task or an admin; admins only; admins who are not concerned
 * themselves. `permissions.ts` has the rules.
 */
export type Access =
  | 'anyone'
  | 'user'
  | 'reader'
  | 'submitter'
  | 'reviewer'
  | 'arbiter'
  | 'creator'
  | 'admin'
  | 'moderator'

/** The input field with the id of the task that a call is about. */
export interface TaskField {
  task: string
}
/** The input fields that identify the submission that a call is about: its id, or its task's and submitter's ids. */
export type SubmissionFields =
  | { submission: string }
  | { submissionOf: readonly [taskId: string, userId: string] }

/** The input field with the id of the user that a call is about. */
export interface UserField {
  user: string
}
/** The input fields with the kind and the id of the task, submission or user that a call is about. */
export interface ReportedFields {
  reported: readonly [kind: string, id: string]
}

/** An answer that is a page or a file. */
export interface Document {
  /** By default 200. */
  status?: 404
  /** The content type, without its charset: always UTF-8. */
  type: `${'text' | 'application'}/${string}`
  text: string
  /** The cursor of the next part. */
  next?: string
}

interface Route {
  name: string
  group: Group
  /** Path, query and body parameters as one object. A path parameter overrides a body field of the same name. */
  input: z.ZodType
  output: z.ZodType
  /** The body may have any type and says nothing, as that of a mail program that unsubscribes (RFC 8058). */
  body?: 'ignored'
  /** Name of the multipart field in which this route also accepts a file. */
  multipart?: string
  /**
   * Response other than status 200 with the output: 'page' adds a `Link` header to the list's next page
   * (RFC 8288); 'redirect' is a 302; 'progress' is a 202 while the output's `status` is 'due' or 'waiting'; 'download' is a file to save;
   * 'document' is a `Document` instead of JSON.
   */
  answer?: 'page' | 'redirect' | 'progress' | 'download' | 'document'
  /**
   * Seconds for which caches may keep the answer, which is the same for everybody. Otherwise nobody may keep it. The route
   * also answers HEAD.
   */
  maxAge?: number
  /**
   * Seconds for which CloudFront alone may keep the answer, which is the same for everybody: the caller's session is not
   * read. A `fresh` parameter in the input, of any value, gets an answer of its own.
   */
  edgeAge?: number
  /** 'start': the answer starts a session of the user in the output. 'end': it ends the caller's session. */
  session?: 'start' | 'end'
  /** The calls of a network are counted, so pages of other sites must not make any, also by GET. */
  isCounted?: true
  /** 'refused': suspended users cannot call the route. */
  suspended?: 'refused'
}

/** Description of a route. If `access` depends on a task or submission, `subject` names the input fields that identify it. */
export type Row = Route &
  (
    | { access: 'anyone' | 'user' | 'admin'; subject?: TaskField | ReportedFields }
    | { access: 'moderator'; subject: TaskField | UserField | ReportedFields }
    | { access: 'creator'; subject: TaskField }
    | { access: 'reader'; subject: SubmissionFields | TaskField }
    | { access: 'submitter' | 'reviewer' | 'arbiter'; subject: SubmissionFields }
  )

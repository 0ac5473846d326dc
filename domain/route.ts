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
 * Who may call: anyone; a signed-in user; who may read or who may review the submission in question; the creator of the
 * task in question, or an admin; an admin. The rules
 * behind the words are in `permissions.ts`.
 */
export type Access = 'anyone' | 'user' | 'reader' | 'reviewer' | 'creator' | 'admin'

/** What is known of a route. */
export interface Row {
  name: string
  group: Group
  access: Access
  /** Path, query and body parameters as one object; path parameters win. */
  input: z.ZodType
  output: z.ZodType
  /** A multipart field that this route also takes. */
  multipart?: string
}

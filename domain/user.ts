import * as z from 'zod'
import { username as limits, password, text, ui } from './limits.ts'
import { address, object, possiblyEmptyText, strict, timestamp, ulid } from './schema.ts'
import { scorecard } from './scorecard.ts'

export const usernameInput = z
  .string()
  .trim()
  .min(limits.min, `Username must be at least ${limits.min} characters long`)
  .max(limits.max, `Username must be ${limits.min}-${limits.max} characters long`)
  .regex(limits.pattern, 'Only letters, numbers and underscores')

/** A new password. `passwordScore` judges how easy it is to guess. */
export const newPassword = z
  .string()
  .min(password.min, `Password must be at least ${password.min} characters long`)
  .max(password.max)

/** A wallet to which an account moves, unless one of its sessions cancels the move before. */
export const walletMove = object(() => ({ wallet: address, appliesAt: timestamp }))

/** A user, as shown to that user and to admins. It never contains the password. */
export const user = object(() => ({
  id: ulid,
  username: z.string(),
  email: z.string().nullable(),
  walletAddress: address.nullable(),
  bio: z.string().nullable(),
  isAdmin: z.boolean(),
  profileImage: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** True if an admin has suspended the user, who then cannot post, submit, review, report or change the public profile. */
  suspended: z.literal(true).optional(),
  suspendedReason: z.string().optional(),
  /** True if an admin has hidden the user's bio and picture from others. */
  profileHidden: z.literal(true).optional(),
  profileHiddenReason: z.string().optional(),
  /** True once the user has opened the link that was sent to `email`. */
  emailConfirmed: z.literal(true).optional(),
  /** Whether mail about notifications is sent to a confirmed `email`. */
  emailNotifications: z.boolean().optional(),
  walletMove: walletMove.optional(),
}))
export type User = z.infer<typeof user>

/** The fields of a user that everybody may see. */
export const publicUser = object(
  () =>
    user.pick({
      id: true,
      username: true,
      walletAddress: true,
      bio: true,
      profileImage: true,
    }).shape,
)

/**
 * A person as everybody sees them, with their history. Bio and picture are null while they are hidden or the person is suspended.
 * `deleted`: the account
 * was deleted; its wallet is not shown, but what is still approved is paid to it.
 */
export const publicProfile = object(() => ({
  ...publicUser.shape,
  suspended: user.shape.suspended,
  profileHidden: user.shape.profileHidden,
  deleted: z.literal(true).optional(),
  scorecard,
}))
export type PublicProfile = z.infer<typeof publicProfile>

export const signedInUser = object(() => ({ ...user.shape, isFirstLogin: z.boolean() }))
export type SignedInUser = z.infer<typeof signedInUser>

/** Zod's pattern, with at most 64 characters before the @ (RFC 5321, 4.5.3.1.1). */
const emailPattern = new RegExp(`^(?=[^@]{1,64}@)${z.regexes.email.source.slice(1)}`)

/** Input of `POST /api/user/update-profile`. An absent field stays unchanged; an empty field or null deletes the value. */
export const profileInput = strict(() => ({
  bio: possiblyEmptyText(text.bio).nullish(),
  email: z
    .string()
    .max(text.email)
    .check(z.email({ pattern: emailPattern, error: 'Invalid email' }))
    .or(z.literal(''))
    .nullish(),
  profileImage: z.string().max(text.link).nullish(),
}))

/** Shortens a wallet address to its first 6 and last 4 characters. */
export function shortAddress(value: string): string {
  return `${value.slice(0, ui.addressHead)}…${value.slice(-ui.addressTail)}`
}

/** The name of a new wallet account until its user chooses one. It contains the end of the user's id to avoid duplicates. */
export function placeholderUsername(walletAddress: string, id: string): string {
  return `user_${walletAddress.slice(2, 8).toLowerCase()}_${id.slice(-6).toLowerCase()}`
}

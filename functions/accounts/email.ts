import type { Input } from '../../domain/api.ts'
import { brand } from '../../domain/brand.ts'
import { AppError } from '../../domain/errors.ts'
import { throttles as limits } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import type { UserContext } from '../runtime/context.ts'
import { newToken, sha256 } from '../runtime/crypto.ts'
import { countAttempt } from '../runtime/throttle.ts'
import * as emailTokens from '../table/email-tokens.ts'
import * as users from '../table/users.ts'
import * as security from './security-log.ts'

/** The mailbox of an address: `ada+tasks@mail.example` is that of `ada@mail.example`. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')

/**
 * Sends the link that confirms the caller's e-mail address. Only the newest link works.
 * @throws conflict if there is nothing to confirm, or the site sends no mail; tooManyRequests; unavailable if SES refuses the mail
 */
export async function sendConfirmation(context: UserContext) {
  const { config, log, now, table, user } = context
  const { email } = user
  if (!email) throw new AppError('conflict', 'Please add an e-mail address to your profile first')
  if (user.emailConfirmed) throw new AppError('conflict', 'Your e-mail address is confirmed already')
  if (!config.MAIL_FROM)
    throw new AppError(
      'conflict',
      'This site sends no e-mail yet. Everything works without a confirmed address.',
    )
  // By address too: otherwise many accounts could flood the mailbox of a stranger.
  await countAttempt(context, [
    { name: `mail#${user.id}`, ...limits.confirmationMails },
    { name: `mail-to#${sha256(mailboxOf(email))}`, ...limits.confirmationMails },
  ])
  const token = newToken()
  await emailTokens.save(table, user.id, sha256(token), email, now())
  const text = [
    `Hello ${user.username},`,
    'to confirm your e-mail address, open this link within 24 hours, in a browser in which you are signed in:',
    `${config.SITE_ORIGIN}/confirm-email?token=${token}`,
    `If you have no account at ${brand} with this name, ignore this mail.`,
  ].join('\n\n')
  try {
    const { sendMail } = await import('../runtime/mail.ts')
    await sendMail(config, { to: email, subject: `Confirm your e-mail address for ${brand}`, text })
  } catch (error) {
    log.error('mail not sent', error as Error)
    throw new AppError(
      'unavailable',
      'We could not send the mail. Please check your e-mail address, or try again later. Your account works without it.',
    )
  }
  return {}
}

/** Confirms the caller's e-mail address by the token of the link. @throws invalid */
export async function confirmEmail(
  context: UserContext,
  { token }: Input<'POST /api/user/email/confirm'>,
): Promise<User> {
  const { now, table, user } = context
  if (!(await emailTokens.consume(table, user.id, sha256(token), now(), newToken())))
    throw new AppError(
      'invalid',
      'This link has expired, was used, or belongs to another account. Please ask for a new one on your profile.',
    )
  await security.record(context, user, 'email-confirmed')
  return (await users.get(table, user.id)) ?? user
}

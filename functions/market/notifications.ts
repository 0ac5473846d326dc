import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { notifications as limits } from '../../domain/limits.ts'
import type { Inbox, News } from '../../domain/notification.ts'
import type { Context, UserContext } from '../runtime/context.ts'
import { newToken } from '../runtime/crypto.ts'
import { newsOf } from '../table/live.ts'
import * as notifications from '../table/notifications.ts'

/** A page of the caller's inbox; for admins together with the inbox that they share. */
export async function list(
  { table, user }: UserContext,
  { cursor }: Input<'GET /api/notifications'>,
): Promise<Inbox> {
  const seen = user.seenNotification ?? null
  const owners = user.isAdmin ? [user.id, notifications.admins] : [user.id]
  const isShown = ({ about, by }: notifications.StoredNotification) => ![about, by].includes(user.id)
  const [page, unread] = await Promise.all([
    notifications.newest(table, owners, limits.page, { below: cursor }),
    notifications.newest(table, owners, limits.unread, { above: seen ?? undefined }),
  ])
  return {
    notifications: page.filter(isShown),
    unread: unread.filter(isShown).length,
    seen,
    next: page.length === limits.page ? (page.at(-1)?.id ?? null) : null,
  }
}

/** How many messages the caller's pages were sent. A page that has received fewer has missed one. */
export async function news({ now, table, user }: UserContext): Promise<News> {
  const owners = user.isAdmin ? [user.id, notifications.admins] : [user.id]
  const { messages, sentAt } = await newsOf(table, owners)
  return { messages, age: sentAt === null ? null : Math.max(0, now() - sentAt) }
}

export async function markSeen({ table, user }: UserContext, { id }: Input<'POST /api/notifications/seen'>) {
  await notifications.markSeen(table, user.id, id)
  return {}
}

export async function setMail(
  { table, user }: UserContext,
  { on }: Input<'POST /api/user/email/notifications'>,
) {
  const { unsubscribeToken: token } = user
  if (on) await notifications.turnMailOn(table, user.id, token ?? newToken())
  else if (token) await notifications.turnMailOff(table, user.id, token)
  return { ...user, emailNotifications: on }
}

/** The page with the button that unsubscribes. The link itself changes nothing, because mail programs open links. */
export const showUnsubscribe = async (
  { config }: Context,
  { token }: Input<'GET /api/unsubscribe/{token}'>,
): Promise<string> => `${config.SITE_ORIGIN}/unsubscribe#${encodeURIComponent(token)}`

/** Turns mail off by the token of a mail, without a session (RFC 8058). @throws invalid */
export async function unsubscribe({ table }: Context, { token }: Input<'POST /api/unsubscribe/{token}'>) {
  const [userId = '', secret = ''] = token.split('.')
  if (!(await notifications.turnMailOff(table, userId, secret)))
    throw new AppError('invalid', 'This link does not work any more. You can turn mail off on your profile.')
  return {}
}

import { notifications as limits } from '../../domain/limits.ts'
import type { NotificationKind } from '../../domain/notification.ts'
import { isTold } from '../../domain/security-events.ts'
import type { Table } from '../table/table.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'
import { mailText } from './mail-text.ts'
import type { MailAbout, MailServices, Reaction } from './reaction.ts'

/** `paid` follows an approval within a minute, and admins look at their queues. */
const withoutMail: readonly NotificationKind[] = ['approved', 'report-opened']

const day = 86_400

/** The user and the address that get a mail about a notification; undefined if nobody gets one. */
async function recipientOf(table: Table, { notification, userId }: MailAbout) {
  if (notification.forAdmins || withoutMail.includes(notification.kind)) return undefined
  const user = await users.get(table, userId)
  if (!user || user.deleted) return undefined
  const to = isTold(notification.kind)
    ? notification.email
    : user.emailConfirmed && user.emailNotifications && user.email
  return to ? { to, user } : undefined
}

/** Queues a mail about a notification, so that a slow SES delays no reaction. */
export const mail: Reaction = {
  name: 'mail',
  async react({ config, queueMail, table }, event) {
    if (event.type !== 'notification.added' || !config.MAIL_FROM) return
    if (await recipientOf(table, event)) await queueMail(event)
  },
}

/**
 * Sends a mail about a notification to people who confirmed an address and want it: at most once for each, and at most 20 a
 * day for each person, of them at most 5 about new proofs. A mail about the security of the account goes to the address
 * that was confirmed before the event, also if the person wants no mail: at most 10 a day about each kind of event. A mail that
 * cannot be sent is lost, because the inbox has the notification. An alarm is raised for it.
 */
export async function sendMailAbout(
  { config, log, meter, table }: MailServices,
  event: MailAbout,
): Promise<void> {
  // Read again, because the person may have unsubscribed since the mail was queued.
  const recipient = await recipientOf(table, event)
  if (!recipient) return
  const { to, user } = recipient
  const { notification, since, userId } = event
  const isSecurity = isTold(notification.kind)
  const counted = await throttles.count(
    table,
    [
      { name: `mailed#${userId}#${since}`, limit: 1, seconds: 7 * day },
      isSecurity
        ? { name: `mails-${notification.kind}#${userId}`, limit: limits.securityMailsPerDay, seconds: day }
        : { name: `mails#${userId}`, limit: limits.mailsPerDay, seconds: day },
      // Otherwise the proofs of strangers could use up the daily mails, and none would be left for verdicts and payments.
      ...(notification.kind === 'proofs-arrived'
        ? [{ name: `mails-proofs#${userId}`, limit: limits.proofMailsPerDay, seconds: day }]
        : []),
    ],
    Date.parse(notification.at) / 1000,
  )
  if (counted !== null) return
  try {
    const token = isSecurity ? null : `${userId}.${user.unsubscribeToken}`
    const text = mailText(notification, { origin: config.SITE_ORIGIN, username: user.username, token })
    const { sendMail } = await import('../runtime/mail.ts')
    await sendMail(config, { to, ...text })
  } catch (error) {
    log.error('mail not sent', error as Error)
    meter.record({ MailsLost: 1 })
  }
}

import { notifications as limits } from '../../domain/limits.ts'
import type { NotificationKind } from '../../domain/notification.ts'
import { isTold } from '../../domain/security.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'
import { mailText } from './mail-text.ts'
import type { Reaction } from './reaction.ts'

/** `paid` follows an approval within a minute, and admins look at their queues. */
const withoutMail: readonly NotificationKind[] = ['approved', 'report-opened']

const day = 86_400

/** Milliseconds without mail after SES could not be reached, so that the events of the marketplace do not wait for it. */
const pause = 60_000
let pausedUntil = 0

/**
 * Sends a mail about a notification to people who confirmed an address and want it: at most once for each, and at most 20 a
 * day for each person, of them at most 5 about new proofs. A mail about the security of the account goes to the address
 * that was confirmed before the event, also if the person wants no mail: at most 10 a day about each kind of event. A mail that
 * cannot be sent is lost, because the inbox has the notification. An alarm is raised for it.
 */
export const mail: Reaction = {
  name: 'mail',
  handles: ['notification.added'],
  async react({ config, log, meter, now, table }, event) {
    if (event.type !== 'notification.added' || !config.MAIL_FROM) return
    const { notification, since, userId } = event
    if (notification.forAdmins || withoutMail.includes(notification.kind)) return
    const user = await users.get(table, userId)
    if (!user || user.deleted) return
    const { emailNotifications, unsubscribeToken, username } = user
    const isSecurity = isTold(notification.kind)
    const to = isSecurity ? notification.email : user.emailConfirmed && emailNotifications && user.email
    if (!to) return
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
    const isPaused = now() < pausedUntil
    try {
      if (isPaused) throw new Error('SES could not be reached a moment ago')
      const token = isSecurity ? null : `${userId}.${unsubscribeToken}`
      const text = mailText(notification, { origin: config.SITE_ORIGIN, username, token })
      const { sendMail } = await import('../runtime/mail.ts')
      await sendMail(config, { to, ...text })
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
      if (!isPaused && !$metadata?.httpStatusCode) pausedUntil = now() + pause
      log.error('mail not sent', error as Error)
      meter.record({ MailsLost: 1 })
    }
  },
}

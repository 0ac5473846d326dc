import { token } from './limits.ts'
import type { Notification, NotificationKind } from './notification.ts'
import { isTold } from './security-events.ts'

interface NotificationText {
  tone: 'paid' | 'held' | 'refused'
  title: string
  detail?: string
}

const cents = ({ amount = 0 }: Notification) => `${amount.toLocaleString('en-US')} ${token.rewardUnit}`

/** '1 proof was', '3 proofs were'. */
const counted = (count = 1, noun: string, [one, many]: [string, string]) =>
  count === 1 ? `1 ${noun} ${one}` : `${count} ${noun}s ${many}`

type FormatTime = (iso: string | null | undefined) => string

/** A security event: what it means, who caused it and when, and what an owner does who did not. */
const security =
  (title: string, meaning?: (about: Notification, format: FormatTime) => string) =>
  (about: Notification, format: FormatTime): NotificationText => ({
    tone: 'held',
    title,
    detail: [
      meaning?.(about, format),
      `${[format(about.at), about.device, about.network].filter(Boolean).join(', ')}.`,
      'Not you? Set a new password and sign out everywhere.',
    ]
      .filter(Boolean)
      .join(' '),
  })

const texts: Record<NotificationKind, (about: Notification, format: FormatTime) => NotificationText> = {
  approved: (about) => ({
    tone: 'paid',
    title: 'Your proof was approved',
    detail: `${cents(about)} will be paid to your wallet.`,
  }),
  rejected: ({ reason, until }, format) => ({
    tone: 'refused',
    title: 'Your proof was rejected',
    detail: [until && `You can appeal until ${format(until)}.`, reason && `Reason: ${reason}`]
      .filter(Boolean)
      .join(' '),
  }),
  paid: (about) => ({ tone: 'paid', title: `You were paid ${cents(about)}` }),
  'payout-failed': (about) =>
    about.forAdmins
      ? { tone: 'refused', title: `A payment of ${cents(about)} failed` }
      : {
          tone: 'refused',
          title: `Your payment of ${cents(about)} failed`,
          detail: 'The approval stands and the reward is still in escrow. An admin checks it.',
        },
  'appeal-decided': ({ isOwnTask, isUpheld }) => ({
    tone: isUpheld === Boolean(isOwnTask) ? 'refused' : 'paid',
    title: `${isOwnTask ? 'An appeal against your rejection' : 'Your appeal'} was ${isUpheld ? 'upheld' : 'dismissed'}`,
  }),
  'place-offered': ({ until }, format) => ({
    tone: 'paid',
    title: 'A place is free for you',
    detail: `It is reserved for you until ${format(until)}.`,
  }),
  'proofs-arrived': ({ count }) => ({
    tone: 'held',
    title: `${counted(count, 'proof', ['arrived', 'arrived'])} for your review`,
  }),
  'review-due': ({ until }, format) => ({
    tone: 'held',
    title: 'The time to review a proof ends soon',
    detail: `Without a review it is approved and paid automatically on ${format(until)}.`,
  }),
  'paid-automatically': (about) => ({
    tone: 'paid',
    title: `${counted(about.count, 'proof', ['was', 'were'])} approved automatically`,
    detail: `The time to review was over. ${cents(about)} will be paid from escrow.`,
  }),
  'approved-by-admin': (about) => ({
    tone: 'paid',
    title: 'An admin approved a proof for your task',
    detail: `${cents(about)} will be paid from escrow. If that is wrong, report the proof.`,
  }),
  'appeal-opened': ({ count, forAdmins }) => ({
    tone: 'held',
    title: forAdmins
      ? 'An appeal waits for your decision'
      : `${counted(count, 'doer', ['has', 'have'])} appealed against your rejection`,
  }),
  'task-full': () => ({ tone: 'paid', title: 'All places of your task are taken by approved proofs' }),
  'money-returned': (about) => ({
    tone: 'paid',
    title: `${cents(about)} ${about.amount === 1 ? 'was' : 'were'} returned to your wallet`,
  }),
  'report-opened': ({ reported }) => ({
    tone: 'held',
    title: `A ${reported === 'submission' ? 'proof' : (reported ?? 'task')} was reported`,
  }),
  'new-device': security('Somebody signed in to your account with a new device'),
  'password-changed': security('The password of your account was changed'),
  'wallet-move-announced': security(
    'Your account is about to get another wallet',
    ({ until }, format) => `On ${format(until)}, unless you cancel it.`,
  ),
  'wallet-move-cancelled': security('The change of your wallet was cancelled'),
  'wallet-move-done': security('Your account has a new wallet'),
  'email-changed': security('The e-mail address of your account was changed'),
}

/** What a notification says in the inbox, and in its mail. The title of its task stands beside it. */
export const textOf = (about: Notification, format: FormatTime): NotificationText =>
  texts[about.kind](about, format)

const forDoers: readonly NotificationKind[] = [
  'approved',
  'rejected',
  'paid',
  'payout-failed',
  'appeal-decided',
  'place-offered',
]
const adminTabs: Partial<Record<NotificationKind, string>> = {
  'report-opened': 'reports',
  'appeal-opened': 'appeals',
}

/** The page that shows what a notification is about; null if that is the task's dialog, which opens on any page. */
export function pageOf({ kind, forAdmins, isOwnTask, taskId }: Notification): string | null {
  if (isTold(kind)) return '/profile'
  if (forAdmins) return `/admin?tab=${adminTabs[kind] ?? 'overview'}`
  if (forDoers.includes(kind) && !isOwnTask && taskId) return null
  return '/dashboard?tab=created'
}

import { token } from './limits.ts'
import type { Notification, NotificationKind } from './notification.ts'

/** What a notification says: one sentence without line breaks, and one that explains it. */
interface Said {
  sentence: string
  more: string
}

const number = new Intl.NumberFormat('en')
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const time = (value: string | null | undefined) => value && `${moment.format(new Date(value))} UTC`

/** `name`: the task's title in quotes. `money`: the amount with its unit. */
type Sayer = (about: Notification & { name: string; money: string; many: number }) => Said

const sayers: Record<NotificationKind, Sayer> = {
  approved: ({ money, name }) => ({
    sentence: `Your proof for ${name} was approved`,
    more: `${money} are on their way to your wallet.`,
  }),
  rejected: ({ name, until }) => ({
    sentence: `Your proof for ${name} was rejected`,
    more: until
      ? `You can read the reason and appeal until ${time(until)}.`
      : 'It can no longer be approved.',
  }),
  paid: ({ money, name }) => ({
    sentence: `You were paid ${money} for ${name}`,
    more: 'The reward is in your wallet.',
  }),
  'payout-failed': ({ forAdmins, name }) =>
    forAdmins
      ? { sentence: `A payout for ${name} failed`, more: 'It needs an admin.' }
      : {
          sentence: `The payment for ${name} is delayed`,
          more: 'Your reward is safe in escrow. The admins know of it and try again.',
        },
  'appeal-decided': ({ isOwnTask, isUpheld, name }) => ({
    sentence: `${isOwnTask ? 'An appeal' : 'Your appeal'} about ${name} was ${isUpheld ? 'upheld' : 'dismissed'}`,
    more: isUpheld
      ? 'The reward is paid if the task had a free place.'
      : 'The rejection stands, and this decision is final.',
  }),
  'proofs-arrived': ({ many, name }) => ({
    sentence: `${many === 1 ? 'A proof' : `${many} proofs`} arrived for ${name}`,
    more: 'A proof that nobody reviews in time is approved and paid automatically.',
  }),
  'review-due': ({ name, until }) => ({
    sentence: `Proofs for ${name} will be approved automatically`,
    more: `The first one is approved and paid at ${time(until)}, unless you review it before.`,
  }),
  'paid-automatically': ({ many, money, name }) => ({
    sentence: `${many === 1 ? 'A proof' : `${many} proofs`} for ${name} ${many === 1 ? 'was' : 'were'} approved automatically`,
    more: `The time to review was over. ${money} are paid from the escrow.`,
  }),
  'appeal-opened': ({ forAdmins, many, name }) => ({
    sentence: forAdmins
      ? `An appeal about ${name} needs a decision`
      : `${many === 1 ? 'A doer' : `${many} doers`} appealed against a rejection for ${name}`,
    more: 'An admin decides.',
  }),
  'task-full': ({ name }) => ({
    sentence: `${name} is complete`,
    more: 'All rewards of the task are approved.',
  }),
  'money-returned': ({ money, name }) => ({
    sentence: `${money} of ${name} were returned`,
    more: 'The rest of the escrow is in the wallet that funded the task.',
  }),
  'report-opened': ({ name, reported = 'task' }) => ({
    sentence: reported === 'user' ? 'A user was reported' : `A ${reported} was reported: ${name}`,
    more: 'It needs an admin.',
  }),
}

/** @param edit changes the task's title, which is text of a user */
export function textOf(about: Notification, edit = (title: string) => title): Said {
  return sayers[about.kind]({
    ...about,
    name: about.taskTitle ? `“${edit(about.taskTitle.replace(/\s+/g, ' '))}”` : 'a task',
    money: `${number.format(about.amount ?? 0)} ${token.rewardUnit}`,
    many: about.count ?? 1,
  })
}

const atPoster: readonly NotificationKind[] = [
  'proofs-arrived',
  'review-due',
  'paid-automatically',
  'task-full',
  'money-returned',
]

/** The path of the page that shows what a notification is about. */
export const placeOf = ({ forAdmins, isOwnTask, kind }: Notification): string =>
  forAdmins ? '/admin' : `/dashboard?tab=${isOwnTask || atPoster.includes(kind) ? 'created' : 'submissions'}`

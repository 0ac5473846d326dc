import type { ReleaseAnswer } from '../../../../domain/payout.ts'
import type { Submission } from '../../../../domain/submission.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { formatCents, shorten } from '../../lib/format.ts'
import { onNews } from '../../lib/live.ts'
import { callAction } from '../../lib/mutation.ts'
import { queryClient } from '../../lib/query.ts'
import { createStore } from '../../lib/store.ts'
import { wait } from '../../lib/timers.ts'
import { toast } from '../../ui/toast.ts'
import { session } from '../auth/session.ts'
import { withSession } from '../auth/session-mutation.ts'

export type Payment =
  | { state: 'processing' | 'settling' }
  | { state: 'paid' | 'failed'; answer: ReleaseAnswer }
  /** The request failed. The server still makes the payment. */
  | { state: 'unknown'; reason: string }

/** Milliseconds. An admin who approves a task of another person receives no news of the payout. */
const askAgainAfter = 10_000

interface Parts {
  ask: () => Promise<ReleaseAnswer>
  /** Calls the listener at each news of the payout, until the returned function is called. */
  onNews: (listener: () => void) => () => void
  onPayment: (payment: Payment) => void
  signal: AbortSignal
}

/**
 * Requests the release of an approved reward, and while the payout is due again at each news of it or after ten seconds,
 * until it is paid or has failed. The request is idempotent. Stops when `signal` aborts.
 */
export async function followRelease({ ask, onNews, onPayment, signal }: Parts): Promise<void> {
  const tell = (payment: Payment) => {
    if (!signal.aborted) onPayment(payment)
  }
  let isNews = false
  let wake = () => {}
  const hear = () => {
    isNews = true
    wake()
  }
  const stop = onNews(hear)
  signal.addEventListener('abort', hear)
  tell({ state: 'processing' })
  try {
    while (!signal.aborted) {
      isNews = false
      try {
        const answer = await ask()
        if (answer.status !== 'due') return tell({ state: answer.status, answer })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 429))
          return tell({ state: 'unknown', reason: `Failed to release reward: ${reasonOf(error)}` })
      }
      tell({ state: 'settling' })
      // News may have arrived before the answer.
      if (!isNews)
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve
          }),
          wait(askAgainAfter),
        ])
    }
  } finally {
    stop()
    signal.removeEventListener('abort', hear)
  }
}

/** Asks for the payment of an approved submission. An answer that the payment is still due changes nothing. */
export const releaseReward = (input: { taskId: string; recipientId: string }, client = queryClient) =>
  callAction(client, 'POST /api/blockchain/release-reward', input, ({ status }) => status !== 'due')

/** The payments that this page follows, by submission. */
export const payments = createStore<ReadonlyMap<string, Payment>>(new Map())

let following = new AbortController()

/** Stops following the payments. They are made without this page. */
export function stopFollowing(): void {
  following.abort()
  following = new AbortController()
  payments.set(new Map())
}

let follower: string | undefined
session.subscribe(() => {
  const id = session.get().user?.id
  if (id !== follower) stopFollowing()
  follower = id
})

/** Follows the payment of an approved submission and shows its toasts; `isQuiet`: only the toast of a reward that was paid. */
export function followPayment(
  { id, taskId, userId }: Pick<Submission, 'id' | 'taskId' | 'userId'>,
  isQuiet = false,
): Promise<void> {
  const release = () => releaseReward({ taskId, recipientId: userId })
  return followRelease({
    ask: () => (isQuiet ? release() : withSession(release)),
    onNews: (listener) =>
      onNews((changed) => {
        if (!changed || changed.includes(`payout ${id}`)) listener()
      }),
    signal: following.signal,
    onPayment: (payment) => {
      payments.set(new Map(payments.get()).set(id, payment))
      if (!isQuiet || payment.state === 'paid') tell(payment)
    },
  })
}

function tell(payment: Payment) {
  if (payment.state === 'settling') return
  if (payment.state === 'processing')
    return toast({
      title: 'Processing token transfer',
      description: 'The reward is on its way out of escrow.',
    })
  if (payment.state !== 'paid') {
    const description = payment.state === 'unknown' ? payment.reason : 'Unknown error occurred'
    return toast({ title: 'Token transfer failed', description, tone: 'bad' })
  }
  const { amount, recipient } = payment.answer
  const description = `${formatCents(amount)} sent to ${shorten(recipient)}`
  toast({ title: 'Reward transferred successfully', description, tone: 'good' })
}

import { ui } from '../../../../domain/limits.ts'
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

type Approved = Pick<Submission, 'id' | 'taskId' | 'userId'>

/** The payments of the approvals of this page, by submission. */
export const payments = createStore<ReadonlyMap<string, Payment>>(new Map())

/** The payments whose end is not known yet. Each is asked for at its news. */
const awaited = new Map<string, { submission: Approved; isQuiet: boolean }>()

/** Forgets the payments. They are made without this page. */
export function forgetPayments(): void {
  awaited.clear()
  payments.set(new Map())
}

/** Asks for the payment of an approved submission. An answer that the payment is still due changes nothing. */
export const releaseReward = (input: { taskId: string; recipientId: string }, client = queryClient) =>
  callAction(client, 'POST /api/blockchain/release-reward', input, ({ status }) => status !== 'due')

/** Asks for the payment of an approved submission until it is paid or has failed. `isQuiet`: only "paid" is shown in a toast. */
export function showPayment(submission: Approved, isQuiet = false): Promise<void> {
  awaited.set(submission.id, { submission, isQuiet })
  show(submission.id, { state: 'processing' }, isQuiet)
  return ask(submission.id)
}

async function ask(id: string): Promise<void> {
  const one = awaited.get(id)
  if (!one) return
  const { isQuiet, submission } = one
  const release = () => releaseReward({ taskId: submission.taskId, recipientId: submission.userId })
  let payment: Payment
  try {
    const answer = await (isQuiet ? release() : withSession(release))
    payment = answer.status === 'due' ? { state: 'settling' } : { state: answer.status, answer }
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return wait(ui.newsPoll).then(() => ask(id))
    payment = { state: 'unknown', reason: `Failed to release reward: ${reasonOf(error)}` }
  }
  // Its news lead to further requests. The answer of one of them may have come first.
  if (awaited.get(id) !== one) return
  if (payment.state !== 'settling') awaited.delete(id)
  show(id, payment, isQuiet)
}

onNews((changed) => {
  for (const id of awaited.keys()) if (!changed || changed.includes(`payout ${id}`)) void ask(id)
})

let reviewer: string | undefined
session.subscribe(() => {
  const id = session.get().user?.id
  if (id !== reviewer) forgetPayments()
  reviewer = id
})

function show(id: string, payment: Payment, isQuiet: boolean) {
  payments.set(new Map(payments.get()).set(id, payment))
  const { state } = payment
  if (state === 'settling' || (isQuiet && state !== 'paid')) return
  if (state === 'processing')
    return toast({
      title: 'Processing token transfer',
      description: 'The reward is on its way out of escrow.',
    })
  if (state !== 'paid') {
    const description = state === 'unknown' ? payment.reason : 'Unknown error occurred'
    return toast({ title: 'Token transfer failed', description, tone: 'bad' })
  }
  const { amount, recipient } = payment.answer
  const description = `${formatCents(amount)} sent to ${shorten(recipient)}`
  toast({ title: 'Reward transferred successfully', description, tone: 'good' })
}

import type { NamedSubmission, SubmissionStatus } from '../../../../domain/submission.ts'
import { announce } from '../../lib/announce.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { keepDraft } from '../../lib/drafts.ts'
import { formatCents } from '../../lib/format.ts'
import { callAction } from '../../lib/mutation.ts'
import { apiQuery, queryClient } from '../../lib/query.ts'
import { createStore } from '../../lib/store.ts'
import { type ActionLine, actionLines, toast } from '../../ui/toast.ts'
import { beforeLogout, session } from '../auth/session.ts'
import { withSession } from '../auth/session-mutation.ts'
import { showPayment } from './payment.ts'
import type { ReviewSession } from './review-session.ts'

/** Milliseconds in which a verdict can be undone, before it is sent. */
const undoTime = 5000

interface Verdict {
  submission: NamedSubmission
  status: Exclude<SubmissionStatus, 'pending'>
  feedback: string
  /** CENTS. */
  reward: number
  /** The id of the user who gives the verdict. */
  reviewer: string
  /** The name of the stored feedback, which is deleted when the verdict has been sent. */
  draftName: string
  /** The URL of the review. */
  shownAt: string
}

/** `failed`: the verdict was not sent, for this `reason`, and can be given again. `unanswered`: it was perhaps sent. */
interface GivenVerdict extends Verdict {
  state: 'waiting' | 'sending' | 'failed' | 'unanswered'
  reason?: string
  timer: ReturnType<typeof setTimeout>
}

/** The verdicts that the server does not have yet, by submission, the oldest first. */
export const givenVerdicts = createStore<ReadonlyMap<string, GivenVerdict>>(new Map())

/** The verdicts of the review session, with those that wait. */
export const sessionVerdicts = createStore<ReviewSession>(new Map())

/** Whether a verdict waits or is being sent. */
export const isDecided = (given: GivenVerdict | undefined) =>
  given?.state === 'waiting' || given?.state === 'sending'

/** Gives a verdict, which is sent after `undoTime`. */
export function giveVerdict(verdict: Verdict): void {
  const { submission, status, reward } = verdict
  const { id } = submission
  if (isDecided(givenVerdicts.get().get(id))) return
  const timer = setTimeout(() => void send(id), undoTime)
  put(givenVerdicts, id, { ...verdict, state: 'waiting', timer })
  put(sessionVerdicts, id, status === 'approved' ? reward : null)
  announce(`${textOf(verdict)}. You can undo this for 5 seconds.`)
}

function undo(id: string): void {
  const verdict = givenVerdicts.get().get(id)
  if (verdict?.state !== 'waiting') return
  clearTimeout(verdict.timer)
  put(givenVerdicts, id, undefined)
  put(sessionVerdicts, id, undefined)
  announce('Undone. The proof is pending again.')
}

const isReviewerSignedIn = ({ reviewer }: Verdict) => session.get().user?.id === reviewer

/** The requests that have no answer yet. */
const requests = new Set<Promise<boolean>>()

/** Sends a verdict, if it still waits. `isLast`: nobody can sign in again, because the page or the session ends. */
async function send(id: string, isLast = false): Promise<void> {
  const verdict = givenVerdicts.get().get(id)
  if (verdict?.state !== 'waiting' || !isReviewerSignedIn(verdict)) return
  clearTimeout(verdict.timer)
  put(givenVerdicts, id, { ...verdict, state: 'sending' })
  const request = sendNow(verdict, isLast)
  requests.add(request)
  const isSent = await request
  requests.delete(request)
  if (!isSent || !isReviewerSignedIn(verdict)) return
  // Signing out does not wait for the payment.
  if (verdict.status === 'approved') return isLast ? undefined : showPayment(verdict.submission)
  toast({
    title: 'Submission rejected',
    description: 'The submission was rejected and the user was notified.',
  })
}

/** @returns whether the server has the verdict */
async function sendNow(verdict: GivenVerdict, isLast: boolean): Promise<boolean> {
  const { submission, status, feedback, draftName } = verdict
  const { id } = submission
  const request = () => callAction(queryClient, 'PATCH /api/submissions/{id}', { id, status, feedback })
  try {
    const after = await (isLast ? request() : withSession(request))
    const { queryKey } = apiQuery('GET /api/submissions/{id}', { id })
    queryClient.setQueryData(queryKey, (before) => before && { ...before, ...after })
    keepDraft(draftName, null)
    put(givenVerdicts, id, undefined)
    return true
  } catch (error) {
    if (!isReviewerSignedIn(verdict)) return false
    const reason = reasonOf(error)
    const isUnanswered = error instanceof ApiError && error.status === 0
    put(givenVerdicts, id, { ...verdict, state: isUnanswered ? 'unanswered' : 'failed', reason })
    // Another reviewer has probably decided the submission.
    const isConflict = error instanceof ApiError && error.status === 409
    put(sessionVerdicts, id, isConflict ? null : undefined)
    const title = 'Failed to update submission'
    toast({ title, description: reason, tone: 'bad', isShownInForm: true })
    return false
  }
}

const sendAll = () => Promise.all([...givenVerdicts.get().keys()].map((id) => send(id, true)))

/**
 * Sends the verdicts that wait, and waits for the answers of all.
 * @throws Error if one was not sent, so that the reviewer stays signed in and sees it
 */
async function finishVerdicts(): Promise<void> {
  const sent = sendAll()
  const answers = await Promise.all(requests)
  await sent
  if (answers.includes(false))
    throw new Error('A verdict was not sent. To log out without it, log out again.')
}

function put<Value>(store: Store<Value>, id: string, value: Value | undefined): void {
  const entries = new Map(store.get())
  if (value === undefined) entries.delete(id)
  else entries.set(id, value)
  store.set(entries)
}
type Store<Value> = ReturnType<typeof createStore<ReadonlyMap<string, Value>>>

function textOf({ status, reward, submission }: Verdict): string {
  const doer = submission.submitterName ?? `User #${submission.userId.slice(-6)}`
  return status === 'approved' ? `Paying ${formatCents(reward)} to ${doer}` : `Rejecting the proof of ${doer}`
}

function lineOf(verdict: GivenVerdict): ActionLine {
  const { reason, shownAt, state, submission } = verdict
  const { id } = submission
  const text = textOf(verdict)
  const line = { id, shownAt }
  if (state === 'waiting') return { ...line, text, label: 'Undo', act: () => undo(id) }
  if (state === 'sending') return { ...line, text: `${text}…` }
  const dismiss = () => put(givenVerdicts, id, undefined)
  const outcome = state === 'unanswered' ? 'Perhaps not sent' : 'Not sent'
  return { ...line, text: `${outcome}: ${text}. ${reason}`, label: 'Show proof', act: dismiss, isError: true }
}
givenVerdicts.subscribe(() => actionLines.set([...givenVerdicts.get().values()].map(lineOf)))

// A hidden page sends nothing: it may be back in a second, and its timers run on. A frozen page runs no timers. Browsers
// without the event `freeze` stop the timers of a hidden page without a word.
addEventListener('pagehide', sendAll)
document.addEventListener('freeze', sendAll)
document.addEventListener('visibilitychange', () => {
  if (document.hidden && !('onfreeze' in document)) void sendAll()
})
beforeLogout.set(finishVerdicts)
// A verdict is never sent in the session of another user.
session.subscribe(() => {
  for (const [id, verdict] of givenVerdicts.get()) {
    if (isReviewerSignedIn(verdict)) continue
    clearTimeout(verdict.timer)
    put(givenVerdicts, id, undefined)
    if (verdict.state !== 'waiting') continue
    const description = 'The session ended before. The proof is still pending.'
    toast({ title: `Not sent: ${textOf(verdict)}`, description, tone: 'bad' })
  }
})

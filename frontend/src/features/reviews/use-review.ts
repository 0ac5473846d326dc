import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { formatCents, shorten } from '../../lib/format.ts'
import { apiQuery } from '../../lib/query.ts'
import { wait } from '../../lib/timers.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation, withSession } from '../auth/session-mutation.ts'
import { followRelease, type Payment, useReleaseReward } from './follow-release.ts'
import type { ReviewProps, ReviewSession, ReviewSessionControls } from './review-session.ts'

/** Starts a review session when the review dialog opens. */
export function useReviewSession(): ReviewSessionControls {
  const [verdicts, setVerdicts] = useState<ReviewSession>(new Map())
  const closing = useRef(new AbortController())
  useEffect(() => {
    if (closing.current.signal.aborted) closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])
  return { verdicts, setVerdicts, closing }
}

/** Approves or rejects a submission and follows the payment of an approved one. */
export function useReview({ submission, task, reviewSession }: ReviewProps) {
  const client = useQueryClient()
  const { mutateAsync: save } = useSessionMutation('PATCH /api/submissions/{id}')
  const { mutateAsync: releaseReward } = useReleaseReward()
  const { id, taskId, userId } = submission
  const { reward } = task
  const { setVerdicts, closing } = reviewSession
  const [isSaving, setSaving] = useState<'approved' | 'rejected' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [payment, setPayment] = useState<Payment | null>(null)
  // The second click of a double click comes before React has rendered the busy button.
  const isBusy = useRef(false)

  const pay = useCallback(
    (isQuiet = false) =>
      followRelease({
        ask: () => {
          const release = () => releaseReward({ taskId, recipientId: userId })
          return isQuiet ? release() : withSession(release)
        },
        wait,
        signal: closing.current.signal,
        onPayment: (next) => {
          setPayment(next)
          if (!isQuiet || next.state === 'paid') tell(next)
        },
      }),
    [taskId, userId, releaseReward, closing],
  )

  const record = (approved: number | null) => setVerdicts((before) => new Map(before).set(id, approved))

  const decide = async (status: 'approved' | 'rejected', feedback: string): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setSaving(status)
    setError(null)
    try {
      if (status === 'approved') await checkRecipient(userId)
      const after = await save({ id, status, feedback })
      client.setQueryData(
        apiQuery('GET /api/submissions/{id}', { id }).queryKey,
        (before) => before && { ...before, ...after },
      )
      record(status === 'approved' ? reward : null)
      if (status === 'approved') void pay()
      return true
    } catch (reason) {
      const text = reasonOf(reason)
      setError(text)
      toast({ title: 'Failed to update submission', description: text, tone: 'bad', isShownInForm: true })
      // Another reviewer has probably decided the submission.
      if (reason instanceof ApiError && reason.status === 409) record(null)
      return false
    } finally {
      setSaving(null)
      isBusy.current = false
    }
  }
  return { isSaving, error, payment, decide, pay }
}
export type Reviewing = ReturnType<typeof useReview>

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

/** The submitter needs a wallet before an approval. @throws Error with the spec's text if there is none */
async function checkRecipient(userId: string): Promise<void> {
  const user = await call('GET /api/users/{userId}', { userId }).catch((cause: unknown) => {
    throw new Error("Could not get submitter's wallet address. Please try again later.", { cause })
  })
  if (!user.walletAddress?.startsWith('0x'))
    throw new ApiError(400, '', `Invalid wallet address for user ${userId}. Contact an administrator.`)
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, call, mayPass, reasonOf } from '../../lib/api.ts'
import { formatCents, shorten } from '../../lib/format.ts'
import { apiQuery } from '../../lib/query.ts'
import { wait } from '../../lib/timers.ts'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/auth.tsx'
import { followRelease, type Payment, useReleaseReward } from './follow-release.ts'
import { invalidWallet, useSaveReview } from './review-rules.ts'
import type { ReviewProps } from './review-session.ts'

/** Gives verdicts on one submission and follows the payment of an approved one (spec section 4, Submission). */
export function useReview({ submission, task, sitting }: ReviewProps) {
  const client = useQueryClient()
  const { inSession } = useAuth()
  const { mutateAsync: save } = useSaveReview()
  const { mutateAsync: releaseReward } = useReleaseReward()
  const { id, taskId, userId } = submission
  const { reward } = task
  const { decided, paying, signal } = sitting
  const [isSaving, setSaving] = useState<'approved' | 'rejected' | null>(null)
  const [error, setError] = useState<{ text: string; mayPass: boolean } | null>(null)
  const [payment, setPayment] = useState<Payment | null>(null)
  // Before React has shown the button as busy, a second click of a double click is already here.
  const isBusy = useRef(false)

  const pay = useCallback(
    (isQuiet = false) =>
      followRelease({
        ask: () => {
          const release = () => releaseReward({ taskId, recipientId: userId })
          return isQuiet ? release() : inSession(release)
        },
        wait,
        signal: signal(),
        onPayment: (next) => {
          setPayment(next)
          paying(id, next.state)
          if (!isQuiet || next.state === 'paid') tell(next)
        },
      }),
    [id, taskId, userId, releaseReward, inSession, paying, signal],
  )

  const decide = useCallback(
    async (status: 'approved' | 'rejected', feedback: string): Promise<boolean> => {
      if (isBusy.current) return false
      isBusy.current = true
      setSaving(status)
      setError(null)
      try {
        if (status === 'approved') await checkRecipient(userId)
        const after = await inSession(() => save({ id, status, feedback }))
        client.setQueryData(
          apiQuery('GET /api/submissions/{id}', { id }).queryKey,
          (before) => before && { ...before, ...after },
        )
        decided(id, { status, reward })
        return true
      } catch (reason) {
        const text = reasonOf(reason)
        setError({ text, mayPass: mayPass(reason) })
        toast({ title: 'Failed to update submission', description: text, tone: 'bad' })
        // Reviewed by someone else, perhaps: what is shown must be how it stands now.
        if (reason instanceof ApiError && reason.status === 409) decided(id, null)
        return false
      } finally {
        setSaving(null)
        isBusy.current = false
      }
    },
    [client, id, userId, save, reward, decided, inSession],
  )
  return { isSaving, error, payment, decide, pay }
}
export type Reviewing = ReturnType<typeof useReview>

function tell(payment: Payment) {
  if (payment.state === 'processing')
    toast({ title: 'Processing token transfer', description: 'The reward is on its way out of escrow.' })
  if (payment.state === 'paid') {
    const { amount, recipient } = payment.answer
    toast({
      title: 'Reward transferred successfully',
      description: `${formatCents(amount)} sent to ${shorten(recipient)}`,
      tone: 'good',
    })
  }
  if (payment.state === 'failed')
    toast({ title: 'Token transfer failed', description: 'Unknown error occurred', tone: 'bad' })
  if (payment.state === 'unknown')
    toast({ title: 'Token transfer failed', description: payment.reason, tone: 'bad' })
}

/** The submitter must have a wallet to be paid to before anything is approved. @throws Error in the spec's words */
async function checkRecipient(userId: string): Promise<void> {
  const user = await call('GET /api/users/{userId}', { userId }).catch((cause: unknown) => {
    throw new Error("Could not get submitter's wallet address. Please try again later.", { cause })
  })
  if (!user.walletAddress?.startsWith('0x')) throw new ApiError(400, '', invalidWallet(userId))
}

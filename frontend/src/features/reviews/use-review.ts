import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { isReachable, useReachable } from '../../lib/connectivity.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.ts'
import { forgetPayments, payments, showPayment } from './payment.ts'
import type { ReviewProps, ReviewSession } from './review-session.ts'
import { givenVerdicts, giveVerdict, isDecided, sessionVerdicts } from './waiting-verdicts.ts'

/** The verdicts of the review session, which ends when the review dialog closes. */
export function useReviewSession(): ReviewSession {
  useEffect(
    () => () => {
      forgetPayments()
      sessionVerdicts.set(new Map())
    },
    [],
  )
  return useStore(sessionVerdicts)
}

/** Approves or rejects a submission, and the payment of an approved one. */
export function useReview({ submission, task, user }: ReviewProps) {
  const { id, userId } = submission
  const [isChecking, setChecking] = useState<'approved' | 'rejected' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const payment = useStore(payments).get(id) ?? null
  const isGiven = isDecided(useStore(givenVerdicts).get(id))
  // The second click of a double click comes before React has rendered the busy button.
  const isBusy = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const isConnected = useReachable()
  useEffect(() => {
    if (isConnected) setError(null)
  }, [isConnected])

  const pay = useCallback((isQuiet?: boolean) => showPayment(submission, isQuiet), [submission])

  /** Gives the verdict, if it can probably be sent. Returns whether it was given, and the review is still shown. */
  const decide = async (status: 'approved' | 'rejected', feedback: string, draftName: string) => {
    if (isBusy.current) return false
    isBusy.current = true
    const shownAt = location.pathname + location.search
    setChecking(status)
    setError(null)
    try {
      if (status === 'approved') await checkRecipient(userId)
      else if (!isReachable()) await call('GET /api/submissions/{id}', { id })
      const verdict = { submission, status, feedback, reward: task.reward, draftName, shownAt }
      giveVerdict({ ...verdict, reviewer: user.id })
      return isShown.current
    } catch (reason) {
      const text = reasonOf(reason)
      setError(text)
      toast({ title: 'Failed to update submission', description: text, tone: 'bad', isShownInForm: true })
      return false
    } finally {
      setChecking(null)
      isBusy.current = false
    }
  }
  return { isChecking, isGiven, error, payment, decide, pay }
}
export type Reviewing = ReturnType<typeof useReview>

/** The submitter needs a wallet before an approval. @throws Error that names the user, if there is none */
async function checkRecipient(userId: string): Promise<void> {
  const user = await call('GET /api/users/{userId}', { userId }).catch((cause: unknown) => {
    throw new Error("Could not get submitter's wallet address. Please try again later.", { cause })
  })
  if (!user.deleted && !user.walletAddress?.startsWith('0x'))
    throw new ApiError(400, '', `Invalid wallet address for user ${userId}. Contact an administrator.`)
}

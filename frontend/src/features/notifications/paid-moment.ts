import { useEffect, useRef, useState } from 'react'
import type { Inbox, Notification } from '../../../../domain/notification.ts'
import { readStored, writeStored } from '../../lib/browser-storage.ts'

/** Milliseconds between two checks whether the user is still busy. */
const interval = 500

/** Whether a dialog would interrupt: a field has the focus, or a menu, a small dialog or a dialog with a form is open. */
const isBusy = () =>
  document.activeElement?.matches('input, textarea, select, iframe') ||
  document.querySelector(':popover-open, [data-size=sm], [role=dialog] :is(input, textarea, select)') !== null

/** Those of these payments that no tab of this browser has shown yet. Remembers them as shown. */
function claim(userId: string, payments: Notification[]): Notification[] {
  const shown = readStored(`paid:${userId}`) ?? ''
  const left = payments.filter(({ id }) => id > shown)
  if (left[0]) writeStored(`paid:${userId}`, left[0].id)
  return left
}

/**
 * Payments that the user has not seen yet, to be shown once, as soon as that interrupts nothing. The browser remembers what it
 * has shown. Another browser shows a payment too, unless the list of notifications was opened since.
 */
export function usePaidMoment(userId: string, inbox: Inbox | undefined) {
  const [waiting, setWaiting] = useState<Notification[]>([])
  const [paid, setPaid] = useState<Notification[]>([])
  const [release, setRelease] = useState(() => () => {})
  const newestWaitingId = useRef('')
  useEffect(() => {
    const thresholds = [inbox?.seen ?? '', newestWaitingId.current]
    const unseen = inbox?.notifications.filter(
      ({ id, kind }) => kind === 'paid' && thresholds.every((threshold) => id > threshold),
    )
    if (!unseen?.[0]) return
    newestWaitingId.current = unseen[0].id
    // Once they wait, payments stay: opening the list of notifications marks them as seen.
    setWaiting((before) => [...unseen, ...before])
  }, [inbox])
  const isShown = paid.length > 0
  useEffect(() => {
    if (waiting.length === 0 || isShown) return
    const show = () => {
      if (isBusy()) return
      // While one tab shows payments, no other tab claims any: tabs see each other's storage with a delay.
      void navigator.locks.request(`paid:${userId}`, { ifAvailable: true }, async (lock) => {
        if (!lock) return
        const left = claim(userId, waiting)
        setWaiting([])
        setPaid(left)
        if (left.length > 0) await new Promise<void>((resolve) => setRelease(() => resolve))
      })
    }
    show()
    const timer = setInterval(show, interval)
    return () => clearInterval(timer)
  }, [userId, waiting, isShown])
  // Releases the lock when the dialog was closed or the user signed out.
  useEffect(() => release, [release])
  const done = () => {
    setPaid([])
    release()
  }
  return { paid, done }
}

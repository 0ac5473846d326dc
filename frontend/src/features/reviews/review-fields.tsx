import { clsx as cx } from 'clsx'
import type { RefObject } from 'react'
import { text } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { useAuth } from '../auth/auth.tsx'
import { useWalletMatch, WrongAccountNotice } from '../auth/wallet-notices.tsx'
import { reasons } from './review-rules.ts'

interface Props {
  feedback: string
  onFeedback: (feedback: string) => void
  reason: string | null
  onReason: (reason: string | null) => void
  problem: string | undefined
  /** A closed field has one line. It opens when it is focused or when the feedback is missing. */
  isOpen: boolean
  onOpen: () => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** The feedback with buttons for common reasons. Its maximum length leaves room for the longest reason. */
export function VerdictFields({
  feedback,
  onFeedback,
  reason,
  onReason,
  problem,
  isOpen,
  onOpen,
  field,
}: Props) {
  const hint = reason
    ? `A rejection begins with “${reason}:” and needs your own words after it.`
    : 'Needed to reject, welcome when you approve.'
  return (
    <>
      <Field label="Feedback" hint={isOpen && !problem && hint} error={problem}>
        <Textarea
          ref={field}
          rows={isOpen ? 2 : 1}
          value={feedback}
          placeholder={isOpen ? '' : 'Needed to reject'}
          maxLength={text.feedback - 60}
          onFocus={onOpen}
          onChange={(event) => onFeedback(event.target.value)}
        />
      </Field>
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {reasons.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={reason === each}
              onClick={() => onReason(reason === each ? null : each)}
              className={cx(
                'min-h-9 rounded border px-2.5 text-sm sm:px-3 transition-colors duration-150',
                reason === each
                  ? 'border-ink bg-sunk font-semibold'
                  : 'border-line text-ink-2 hover:border-line-strong',
              )}
            >
              {each}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** Approving needs the reviewer's own wallet connected; rejecting does not. */
export function WalletNeeded({ user }: { user: User }) {
  const { connectWallet } = useAuth()
  if (useWalletMatch(user) !== 'none') return <WrongAccountNotice user={user} />
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
      <p className="flex-1 text-amber">
        {user.isAdmin
          ? "You're an admin but need wallet connection to approve submissions."
          : 'Connect your wallet to approve submissions. You can reject without it.'}
      </p>
      <Button variant="secondary" size="sm" onClick={connectWallet}>
        Connect wallet
      </Button>
    </div>
  )
}

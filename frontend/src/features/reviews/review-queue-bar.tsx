import { formatCents, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type Queue, type ReviewSessionControls, summarizeReviews } from './review-session.ts'
import { setReviewShortcuts, useReviewShortcuts, useReviewShortcutsAreOn } from './review-shortcuts.ts'

/** The number of submissions left, the approved amount, and navigation in the queue by buttons and keys. */
export function QueueBar({ queue, reviewSession }: { queue: Queue; reviewSession: ReviewSessionControls }) {
  const { approved, cost } = summarizeReviews(reviewSession.verdicts)
  const leaf: Record<string, () => void> =
    queue.left > 0
      ? { j: queue.next, arrowright: queue.next, k: queue.previous, arrowleft: queue.previous }
      : {}
  useReviewShortcuts(true, leaf)
  return (
    <div
      data-review-queue
      className="sticky -top-5 z-10 -mx-5 -mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b bg-sunk px-5 py-2 text-sm sm:-top-6 sm:-mx-7 sm:-mt-6 sm:px-7"
    >
      <p role="status" className="min-w-0 flex-1">
        <span className="font-semibold">
          {queue.left === 0 ? 'The last one' : `${formatNumber(queue.left)} more after this`}
        </span>
        <span className="text-ink-2">
          {approved > 0 && `, ${formatCents(cost)} approved in this session (${formatNumber(approved)})`}
        </span>
      </p>
      {queue.left > 0 && (
        <span className="-mr-3 flex gap-1">
          <Button variant="quiet" size="sm" onClick={queue.previous}>
            Previous
          </Button>
          <Button variant="quiet" size="sm" onClick={queue.next}>
            Next
          </Button>
        </span>
      )}
      <Keys />
    </div>
  )
}

const keys = [
  ['A', 'approve'],
  ['R', 'reject'],
  ['J', 'next'],
  ['K', 'previous'],
]

/** The list of shortcuts, shown only on devices that probably have a keyboard. */
function Keys() {
  const areOn = useReviewShortcutsAreOn()
  return (
    <p className="hidden w-full flex-wrap items-center gap-x-4 text-ink-2 text-xs pointer-fine:flex">
      {areOn &&
        keys.map(([key, does]) => (
          <span key={key}>
            <kbd className="rounded border border-line-strong bg-card px-1.5 font-mono">{key}</kbd> {does}
          </span>
        ))}
      <button
        type="button"
        onClick={() => setReviewShortcuts(!areOn)}
        className="min-h-6 rounded underline underline-offset-4 hover:text-ink"
      >
        {areOn ? 'Turn these keys off' : 'Turn the review keys on'}
      </button>
    </p>
  )
}

import { opened, useDialog } from '../../lib/dialogs.ts'
import { plural } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** What waits for a review, and the way into reviewing it one by one. `ids` in the order of review. */
export function ReviewAll({ ids }: { ids: readonly string[] }) {
  const review = useDialog('review')
  const [first, second] = ids
  if (!first) return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded bg-amber-soft px-5 py-4">
      <p className="font-medium">{plural(ids.length, 'submission')} waiting for your review.</p>
      <ButtonLink to={review.to(first, second ? { queue: 'on' } : {})} state={opened} size="sm">
        {second ? 'Review one by one' : 'Review it'}
      </ButtonLink>
    </div>
  )
}

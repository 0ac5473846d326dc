import { clsx as cx } from 'clsx'
import { lazy, Suspense } from 'react'

// Nine pictures that the first route can do without for a moment, and the page for good if they do not come.
const CategoryIcon = lazy(() => import('./category-icons.tsx').catch(() => ({ default: () => null })))

/** A task's category: its picture and its word. The picture's place is kept while it loads. */
export function Category({ category, className }: { category: string; className?: string }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2 font-semibold text-green-ink', className)}>
      <span className="grid size-7 shrink-0 place-items-center rounded bg-green-soft">
        <Suspense>
          <CategoryIcon category={category} />
        </Suspense>
      </span>
      <span className="min-w-0 truncate">{category}</span>
    </span>
  )
}

import { clsx as cx } from 'clsx'
import { lazyComponent } from '../lib/lazy-component.tsx'

// Loaded after the first route, which needs no icons at once. If loading fails, the page works without icons.
const CategoryIcon = lazyComponent(() => import('./category-icons.tsx'), { otherwise: null })

/** A task's category: icon and name. The icon's space is reserved while it loads. */
export function Category({ category, className }: { category: string; className?: string }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2 font-semibold text-green-ink', className)}>
      <span className="grid size-7 shrink-0 place-items-center rounded bg-green-soft">
        <CategoryIcon category={category} />
      </span>
      <span className="min-w-0 truncate">{category}</span>
    </span>
  )
}

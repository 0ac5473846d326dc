import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AdvancedFilters, type FilterProps, MainFilters } from './filter-fields.tsx'
import { hasAdvanced } from './task-filters.ts'

const FilterSheet = lazyComponent(() => import('./filter-sheet.tsx'))

interface Props extends FilterProps {
  isSignedIn: boolean
  onClear: () => void
}

/** One row with the filters of the task list. Narrow screens have the search and a button that opens the other filters. */
export function TaskFilterBar({ isSignedIn, filters, onChange, onClear }: Props) {
  const [isOpen, setOpen] = useState(hasAdvanced(filters))
  const [isSheetOpen, setSheetOpen] = useState(false)
  const more = useId()
  const all = { filters, onChange }
  return (
    <search className="block">
      <div className="flex items-end gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_12rem_12rem_auto] lg:gap-4">
        <SearchBox
          label="Search tasks"
          placeholder="Words of a task"
          value={filters.q}
          onChange={(q) => onChange({ q })}
          className="min-w-0 flex-1"
        />
        <div className="hidden lg:contents">
          <MainFilters {...all} />
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={isOpen ? more : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            {isOpen ? 'Fewer filters' : 'More filters'}
          </Button>
        </div>
        <Button variant="secondary" className="lg:hidden" onClick={() => setSheetOpen(true)}>
          <SlidersHorizontal aria-hidden="true" className="size-4 max-[22rem]:hidden" />
          Filters
        </Button>
      </div>
      {isOpen && (
        <div
          id={more}
          className="mt-4 hidden grid-cols-[1fr_1fr_14rem] gap-x-10 rounded border border-line bg-card px-5 py-5 lg:grid"
        >
          <AdvancedFilters {...all} />
        </div>
      )}
      {isSheetOpen && (
        <FilterSheet {...all} isSignedIn={isSignedIn} onClear={onClear} onClose={() => setSheetOpen(false)} />
      )}
    </search>
  )
}

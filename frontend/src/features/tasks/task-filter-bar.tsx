import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { filterCategories, type TaskSort } from '../../../../domain/task-enums.ts'
import type { User } from '../../../../domain/user.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AdvancedFilters } from './advanced-filters.tsx'
import { hasAdvanced, type TaskFilters } from './task-filters.ts'

const sortLabels: Record<TaskSort, string> = {
  recent: 'Newest first',
  oldest: 'Oldest first',
  'reward-high': 'Highest reward',
  'reward-low': 'Lowest reward',
  'time-low': 'Shortest first',
  'time-high': 'Longest first',
  deadline: 'Deadline soonest',
}

interface TaskFiltersProps {
  user: User | null | undefined
  filters: TaskFilters
  /** The number of filters that differ from their defaults. */
  active: number
  onChange: (change: Partial<TaskFilters>) => void
  onClear: () => void
}

/** The filters of the task list: search, category, order and further filters. */
export function TaskFilterBar({ user, filters, active, onChange, onClear }: TaskFiltersProps) {
  const [isOpen, setOpen] = useState(hasAdvanced(filters))
  const more = useId()
  return (
    <search className="block">
      <div className="grid grid-cols-2 gap-4 max-[22rem]:[&>*]:col-span-2 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
        <SearchBox
          label="Search tasks"
          placeholder="Title, description or requirements"
          value={filters.q}
          onChange={(q) => onChange({ q })}
          className="max-sm:col-span-2"
        />
        <Field label="Category">
          <Select value={filters.category} onChange={(event) => onChange({ category: event.target.value })}>
            <option value="">All Categories</option>
            {filterCategories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label="Sort by">
          <Select
            value={filters.sort}
            onChange={(event) => onChange({ sort: event.target.value as TaskSort })}
          >
            {Object.entries(sortLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-6">
        {user && (
          <HideCompleted
            hidden={filters.done === 'hide'}
            onChange={(hidden) => onChange({ done: hidden ? 'hide' : 'show' })}
          />
        )}
        <p className="flex min-h-11 items-center gap-3 max-sm:w-full sm:gap-6">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? more : undefined}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-green-ink text-sm underline-offset-4 hover:underline"
          >
            <SlidersHorizontal aria-hidden="true" className="size-4 max-[22rem]:hidden" />
            {isOpen ? 'Fewer filters' : 'More filters'}
          </button>
          {active > 0 && (
            <>
              <Badge tone="paid">{active === 1 ? '1 active filter' : `${active} active filters`}</Badge>
              <Button variant="quiet" size="sm" className="max-sm:px-1" onClick={onClear}>
                Clear filters
              </Button>
            </>
          )}
        </p>
      </div>
      {isOpen && <AdvancedFilters id={more} filters={filters} onChange={onChange} />}
    </search>
  )
}

interface HideCompletedProps {
  hidden: boolean
  onChange: (hidden: boolean) => void
}

function HideCompleted({ hidden, onChange }: HideCompletedProps) {
  // The URL changes shortly after the click, but the checkbox must change at once.
  const [isChecked, setChecked] = useState(hidden)
  useEffect(() => setChecked(hidden), [hidden])
  return (
    <Checkbox
      checked={isChecked}
      onChange={({ target }) => {
        setChecked(target.checked)
        onChange(target.checked)
      }}
    >
      Hide completed tasks
    </Checkbox>
  )
}

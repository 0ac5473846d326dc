import { categories, type TaskSort } from '../../../../domain/choices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { TaskFilters } from './queries.ts'

const sortWords: Record<TaskSort, string> = {
  recent: 'Newest first',
  oldest: 'Oldest first',
  'reward-high': 'Highest reward',
  'reward-low': 'Lowest reward',
  'time-low': 'Shortest first',
  'time-high': 'Longest first',
  deadline: 'Deadline soonest',
}

interface TaskFiltersProps {
  filters: TaskFilters
  /** How many differ from the defaults. */
  active: number
  onChange: (change: Partial<TaskFilters>) => void
  onClear: () => void
}

/** Search, category and order of the task list. */
export function TaskFilterBar({ filters, active, onChange, onClear }: TaskFiltersProps) {
  return (
    <search className="block">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
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
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label="Sort by">
          <Select
            value={filters.sort}
            onChange={(event) => onChange({ sort: event.target.value as TaskSort })}
          >
            {Object.entries(sortWords).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {active > 0 && (
        <p className="mt-3 flex items-center gap-3">
          <Badge tone="paid">{active === 1 ? '1 active filter' : `${active} active filters`}</Badge>
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        </p>
      )}
    </search>
  )
}

import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { categories, type TaskSort } from '../../../../domain/choices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
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

/** How long to wait after a keystroke before asking the server, in milliseconds. */
const typingPause = 250

interface TaskFiltersProps {
  filters: TaskFilters
  /** How many differ from the defaults. */
  active: number
  onChange: (change: Partial<TaskFilters>) => void
  onClear: () => void
}

/** Search, category and order of the task list. */
export function TaskFilterBar({ filters, active, onChange, onClear }: TaskFiltersProps) {
  const [typed, setTyped] = useState(filters.q)
  useEffect(() => setTyped(filters.q), [filters.q])
  useEffect(() => {
    if (typed.trim() === filters.q) return
    const timer = setTimeout(() => onChange({ q: typed.trim() }), typingPause)
    return () => clearTimeout(timer)
  }, [typed, filters.q, onChange])

  return (
    <search className="block">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
        <Field label="Search tasks" className="max-sm:col-span-2">
          <span className="relative block">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
            />
            <Input
              type="search"
              value={typed}
              maxLength={200}
              placeholder="Title, description or requirements"
              onChange={(event) => setTyped(event.target.value)}
              className="pl-9"
            />
          </span>
        </Field>
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

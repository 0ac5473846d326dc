import { useEffect, useState } from 'react'
import { filters as limits, token } from '../../../../domain/limits.ts'
import { filterCategories, type TaskSort } from '../../../../domain/task-enums.ts'
import { submissionTypeLabels } from '../../lib/format.ts'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { RangeField } from '../../ui/range-field.tsx'
import { useTaskBounds } from './list-queries.ts'
import { readFilters, sortLabels, type TaskFilters } from './task-filters.ts'

export interface FilterProps {
  filters: TaskFilters
  onChange: (change: Partial<TaskFilters>) => void
}

/** Category and order. */
export function MainFilters({ filters, onChange }: FilterProps) {
  return (
    <>
      <Field label="Category">
        <Select value={filters.category} onChange={({ target }) => onChange({ category: target.value })}>
          <option value="">All Categories</option>
          {filterCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field label="Sort by">
        <Select
          value={filters.sort}
          labels={sortLabels}
          onChange={({ target }) => onChange({ sort: target.value as TaskSort })}
        />
      </Field>
    </>
  )
}

/** Reward range, time range and submission type. The maxima of the sliders are requested when they are shown. */
export function AdvancedFilters({ filters, onChange }: FilterProps) {
  const top = useTaskBounds()
  return (
    <>
      <RangeField
        label="Reward"
        unit={token.rewardUnit}
        top={top.reward}
        step={limits.reward.step}
        low={filters.minReward}
        high={filters.maxReward}
        onChange={(minReward, maxReward) => onChange({ minReward, maxReward })}
      />
      <RangeField
        label="Time"
        unit="min"
        top={top.time}
        step={limits.time.step}
        low={filters.minTime}
        high={filters.maxTime}
        onChange={(minTime, maxTime) => onChange({ minTime, maxTime })}
      />
      <Field label="Submission type">
        <Select
          value={filters.type}
          labels={submissionTypeLabels}
          onChange={({ target }) => onChange({ type: readFilters({ ...filters, type: target.value }).type })}
        >
          <option value="">All types</option>
        </Select>
      </Field>
    </>
  )
}

/** Whether tasks that the viewer has completed are left out of the list. */
export function HideCompleted({ filters, onChange, className }: FilterProps & { className?: string }) {
  const isHidden = filters.done === 'hide'
  // The URL changes shortly after the click, but the checkbox must change at once.
  const [isChecked, setChecked] = useState(isHidden)
  useEffect(() => setChecked(isHidden), [isHidden])
  return (
    <Checkbox
      checked={isChecked}
      className={className}
      onChange={({ target }) => {
        setChecked(target.checked)
        onChange({ done: target.checked ? 'hide' : 'show' })
      }}
    >
      Hide completed tasks
    </Checkbox>
  )
}

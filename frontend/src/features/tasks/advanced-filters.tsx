import { filters as limits, token } from '../../../../domain/limits.ts'
import { submissionTypes } from '../../../../domain/task-enums.ts'
import { submissionTypeLabels } from '../../lib/format.ts'
import { Field, Select } from '../../ui/field.tsx'
import { RangeField } from '../../ui/range-field.tsx'
import { useTaskBounds } from './list-queries.ts'
import { readFilters, type TaskFilters } from './task-filters.ts'

interface Props {
  id: string
  filters: TaskFilters
  onChange: (change: Partial<TaskFilters>) => void
}

/** Reward range, time range and submission type. The maxima of the sliders are requested when they are shown. */
export function AdvancedFilters({ id, filters, onChange }: Props) {
  const top = useTaskBounds()
  return (
    <div
      id={id}
      className="mt-1 grid gap-x-10 gap-y-4 rounded border border-line bg-card px-5 py-5 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_14rem]"
    >
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
          onChange={({ target }) => onChange({ type: readFilters({ ...filters, type: target.value }).type })}
        >
          <option value="">All types</option>
          {submissionTypes.map((type) => (
            <option key={type} value={type}>
              {submissionTypeLabels[type]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

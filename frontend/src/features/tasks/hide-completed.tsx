import { useEffect, useState } from 'react'
import { Checkbox } from '../../ui/field.tsx'
import type { FilterProps } from './filter-fields.tsx'

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

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AdvancedFilters, type FilterProps, HideCompleted, MainFilters } from './filter-fields.tsx'

interface Props extends FilterProps {
  isSignedIn: boolean
  onClear: () => void
  onClose: () => void
}

/** All filters of the task list, on screens that are too narrow for one row. */
export default function FilterSheet({ isSignedIn, filters, onChange, onClear, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Filters"
      footer={
        <>
          <Button variant="quiet" onClick={onClear}>
            Clear filters
          </Button>
          <Button onClick={onClose}>Show tasks</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <MainFilters filters={filters} onChange={onChange} />
        <AdvancedFilters filters={filters} onChange={onChange} />
        {isSignedIn && <HideCompleted filters={filters} onChange={onChange} />}
      </div>
    </Dialog>
  )
}

import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/states.tsx'

/** What shows when not even the configuration could be loaded, or a page broke. */
export function StartFailed() {
  return (
    <div className="page py-16">
      <ErrorState
        level="h1"
        title="This page could not be loaded"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        The server did not answer as it should. Nothing was changed: money in escrow and your submissions are
        where they were.
      </ErrorState>
    </div>
  )
}

import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/page-states.tsx'

interface Props {
  /** When this value (the path) changes, the error is cleared, so that navigation works after an error. */
  resetKey: string
  children: ReactNode
}

/** Keeps the header and the footer visible if a page, or code that the page loads lazily, fails. */
export class ErrorBoundary extends Component<Props, { failedAt: string | null }> {
  override state: { failedAt: string | null } = { failedAt: null }

  static getDerivedStateFromError() {
    return { failedAt: '' }
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.failedAt !== null && previous.resetKey !== this.props.resetKey)
      this.setState({ failedAt: null })
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <StartFailed />
  }
}

/** Shown when the configuration could not be loaded or a page failed. */
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

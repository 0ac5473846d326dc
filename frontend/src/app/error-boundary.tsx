import { Component, type ReactNode } from 'react'
import { StartFailed } from './start-failed.tsx'

interface Props {
  /** A new value (the path) clears the error, so that going elsewhere works. */
  resetKey: string
  children: ReactNode
}

/** Keeps header and footer alive when a page, or the code it loads lazily, fails. */
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

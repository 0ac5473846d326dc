import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

interface Options {
  /** What is shown while the code is loaded. */
  fallback?: ReactNode
  /** What is shown if the code could not be loaded. */
  otherwise?: ReactNode
}

/**
 * React's `lazy` with `Suspense` and a replacement. A failed import would replace the page by the error boundary and lose its
 * input, so `otherwise` is rendered instead. Browsers cache a failed import, so only a reload can repeat it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback, otherwise = <NotLoaded /> }: Options = {},
): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => otherwise })))
  return (props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
}

function NotLoaded() {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-3 border-line border-t bg-card px-5 py-3 text-sm"
    >
      A part of this page could not be loaded. Once you have a connection, reload the page.
      <button
        type="button"
        onClick={() => location.reload()}
        className="min-h-9 rounded border border-line-strong px-3 font-semibold hover:bg-sunk"
      >
        Reload
      </button>
    </div>
  )
}

import { type ComponentType, lazy } from 'react'

/**
 * React's `lazy` with a fallback. A failed import would replace the page by the error boundary and lose its input, so
 * `Otherwise` is rendered instead. Browsers cache a failed import, so only a reload can repeat it.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Otherwise: ComponentType<object> = NotLoaded,
) => lazy(() => load().catch(() => ({ default: Otherwise as ComponentType<Props> })))

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

import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'

interface Options {
  /** What is shown while the code is loaded. */
  fallback?: ReactNode
  /** What is shown if the code could not be loaded. */
  otherwise?: ReactNode
}

/**
 * React's `lazy` with `Suspense` and a replacement. A failed import would replace the page by the error boundary and lose its
 * input, so `otherwise` is rendered instead. Browsers cache a failed import, so only a reload can repeat it. After `load()`
 * the component is rendered at once; otherwise React shows the fallback for at least 300 ms.
 */
export function lazyComponent<Props extends object, Module extends { default: ComponentType<Props> }>(
  load: () => Promise<Module & { default: ComponentType<Props> }>,
  { fallback, otherwise = <NotLoaded /> }: Options = {},
) {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Lazy = lazy<ComponentType<Props>>(() => loadOnce().catch(() => ({ default: () => otherwise })))
  function Component(props: Props) {
    const [Loaded] = useState(() => loaded ?? Lazy)
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(Component, { load: loadOnce })
}

function NotLoaded() {
  return createPortal(
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
    </div>,
    // In a list, `content-visibility` would place it in its row. A modal dialog must contain it, so that the focus can reach it.
    document.querySelector('[role=dialog]') ?? document.body,
  )
}

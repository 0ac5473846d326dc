import { createStore } from './store.ts'

/** Why closing the open form would lose its input, or null. */
export const lossOnClose = createStore<string | null>(null)

/** The loss about which the task dialog asks now, or null. */
export const lossInQuestion = createStore<string | null>(null)

/** The router stores the position of each page of this tab in its history state. */
const position = (): number => history.state?.idx ?? 0

/**
 * Returns to the page at once, and asks, if the browser goes back or forward and that would lose input. Call it before the router
 * starts, because the listener that was registered first is called first.
 */
export function askBeforeGoingBack(): void {
  let here = 0
  lossOnClose.subscribe(() => {
    here = position()
  })
  addEventListener('popstate', (event) => {
    const loss = lossOnClose.get()
    if (!loss || position() === here) return
    event.stopImmediatePropagation()
    history.go(here - position())
    lossInQuestion.set(loss)
  })
}

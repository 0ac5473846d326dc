import { Tabs } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A Radix tab without a focus ring after a click. Radix focuses a pressed tab by script, and browsers show the ring for that;
 * here the browser focuses the tab itself. Safari focuses no clicked button, so `click` does.
 */
export const TabTrigger = (props: ComponentProps<typeof Tabs.Trigger>) => (
  <Tabs.Trigger onMouseDownCapture={keepFromRadix} onClick={focusTab} {...props} />
)

const keepFromRadix = (event: MouseEvent) => {
  if (event.button === 0 && !event.ctrlKey) event.stopPropagation()
}
const focusTab = (event: MouseEvent<HTMLElement>) => event.currentTarget.focus()

/** Whether keys are typed into this element, or choose in its list. */
export const isTextField = (target: unknown): boolean =>
  target instanceof Element &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable="true"]')

/** Focuses an element that the Tab key may not reach, such as a heading or a row. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus()
}

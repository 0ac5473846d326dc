import { Tabs as Radix } from 'radix-ui'
import { type MouseEvent, type ReactNode, useId } from 'react'

interface TabsProps<Value extends string> {
  label: string
  /** Tabs of one `group` stand together below its name. */
  tabs: readonly { value: Value; label: string; count?: number | undefined; group?: string }[]
  value: Value
  onChange: (value: Value) => void
  /** A `TabPanel` for every tab. */
  children: ReactNode
}

/** Tabs of a page, one of which is visible. The arrow keys move between tabs. On phones many tabs take several rows. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List
        aria-label={label}
        className="mb-6 flex flex-wrap gap-x-6 gap-y-3 border-line border-b sm:gap-x-10"
      >
        {[...Map.groupBy(tabs, ({ group }) => group)].map(([group, together]) => (
          <div key={group ?? ''} className="flex flex-col justify-end">
            {group && (
              <span id={id + group} className="px-1.5 text-ink-3 text-sm sm:px-3">
                {group}
              </span>
            )}
            <div className="flex flex-wrap gap-x-1 sm:gap-x-4">
              {together.map((tab) => (
                <Radix.Trigger
                  key={tab.value}
                  onMouseDownCapture={keepFromRadix}
                  onClick={focusTab}
                  value={tab.value}
                  aria-describedby={group && id + group}
                  className="-mb-px min-h-12 shrink-0 border-transparent border-b-2 px-1.5 font-semibold text-sm text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-green-ink forced-colors:data-[state=inactive]:border-b-0 data-[state=active]:text-ink sm:px-3 sm:text-base"
                >
                  {tab.label}
                  {tab.count !== undefined && <span className="font-normal text-ink-3"> {tab.count}</span>}
                </Radix.Trigger>
              ))}
            </div>
          </div>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

export const TabPanel = Radix.Content

// Radix focuses a pressed tab by script, and browsers show the focus ring for that. Here the browser focuses the tab itself.
const keepFromRadix = (event: MouseEvent) => {
  if (event.button === 0 && !event.ctrlKey) event.stopPropagation()
}
// Safari focuses no clicked button.
const focusTab = (event: MouseEvent<HTMLElement>) => event.currentTarget.focus()

import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
  /** A `TabPanel` for every tab. */
  children: ReactNode
}

/** Tabs of a page, one of which is visible. The arrow keys move between tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[role="tab"][data-state="active"]`)
    if (value && chosen) list.current?.scrollTo({ left: chosen.offsetLeft - 32 })
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="scroll-hint mb-6 flex gap-1 relative overflow-x-auto overflow-y-hidden border-line border-b sm:gap-4"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-12 shrink-0 border-transparent border-b-2 px-1.5 font-semibold text-sm text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-green-ink forced-colors:data-[state=inactive]:border-b-0 data-[state=active]:text-ink sm:px-3 sm:text-base"
          >
            {tab.label}
            {tab.count !== undefined && <span className="font-normal text-ink-3"> {tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

/** The content of a tab, visible while its tab is selected. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return <Radix.Content value={value}>{children}</Radix.Content>
}

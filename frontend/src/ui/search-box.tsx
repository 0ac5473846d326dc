import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDebouncedValue } from '../lib/timers.ts'
import { Field, Input } from './field.tsx'

interface SearchBoxProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search field with a button that empties it. `onChange` receives the trimmed text after a pause in typing. */
export function SearchBox({ label, placeholder, value, onChange, className }: SearchBoxProps) {
  const [typed, setTyped] = useDebouncedValue(value, onChange, trim)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // What was typed before the page was hydrated.
    if (input.current?.value) setTyped(input.current.value)
  }, [setTyped])
  return (
    <Field label={label} {...(className ? { className } : {})}>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          ref={input}
          type="search"
          value={typed}
          maxLength={200}
          placeholder={placeholder}
          onChange={(event) => setTyped(event.target.value)}
          className="px-9 [&::-webkit-search-cancel-button]:hidden"
        />
        {typed && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setTyped('')
              input.current?.focus()
            }}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded text-ink-2 -outline-offset-4 hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </span>
    </Field>
  )
}

const trim = (text: string): string => text.trim()

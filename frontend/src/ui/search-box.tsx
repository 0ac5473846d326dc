import { Search } from 'lucide-react'
import { useDebouncedValue } from '../lib/timers.ts'
import { Field, Input } from './field.tsx'

interface SearchBoxProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search field. `onChange` receives the trimmed text after a pause in typing. */
export function SearchBox({ label, placeholder, value, onChange, className }: SearchBoxProps) {
  const [typed, setTyped] = useDebouncedValue(value, onChange, trim)
  return (
    <Field label={label} {...(className ? { className } : {})}>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="search"
          value={typed}
          maxLength={200}
          placeholder={placeholder}
          onChange={(event) => setTyped(event.target.value)}
          className="pl-9"
        />
      </span>
    </Field>
  )
}

const trim = (text: string): string => text.trim()

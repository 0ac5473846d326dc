import { clsx as cx } from 'clsx'
import { useDebouncedValue } from '../lib/timers.ts'

interface RangeFieldProps {
  label: string
  /** What the numbers count: 'CENTS', 'min'. */
  unit: string
  /** The largest selectable value, and the distance between two selectable values. */
  top: number
  step: number
  /** Bounds of the range as texts; an empty text is no bound. */
  low: string
  high: string
  onChange: (low: string, high: string) => void
  className?: string
}

/** A range with two sliders, both usable by keyboard and screen reader. `onChange` is called after a pause. */
export function RangeField({ label, unit, top, step, low, high, onChange, className }: RangeFieldProps) {
  const [range, setRange] = useDebouncedValue(`${low}-${high}`, (settled) => {
    const [from = '', to = ''] = settled.split('-')
    onChange(from, to)
  })
  const [from = '', to = ''] = range.split('-')
  const end = Math.ceil(top / step) * step
  const first = Math.min(Number(from || 0), end)
  const last = to === '' ? end : Math.min(Number(to), end)
  const set = (nextFirst: number, nextLast: number) =>
    setRange(`${nextFirst > 0 ? nextFirst : ''}-${nextLast < end ? nextLast : ''}`)
  const percent = (value: number) => `${(value / Math.max(end, 1)) * 100}%`
  const slider = 'range-thumb absolute inset-x-0 top-0 h-11 w-full'
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className="font-semibold text-sm">{label}</legend>
      <p className="text-ink-2 text-sm">
        {first} to {Math.min(last, top)} {unit}
      </p>
      <div className="relative mt-1 h-11">
        <span className="absolute inset-x-0 top-1/2 h-1.5 -translate-y-1/2 rounded bg-line" />
        <span
          className="absolute top-1/2 h-1.5 -translate-y-1/2 rounded bg-green-ink"
          style={{ left: percent(first), right: `calc(100% - ${percent(last)})` }}
        />
        <input
          type="range"
          aria-label={`${label}, at least`}
          aria-valuetext={`${first} ${unit}`}
          min={0}
          max={end}
          step={step}
          value={first}
          onChange={({ target }) => set(Math.min(Number(target.value), last), last)}
          className={cx(slider, first > end / 2 && 'z-10')}
        />
        <input
          type="range"
          aria-label={`${label}, at most`}
          aria-valuetext={`${Math.min(last, top)} ${unit}`}
          min={0}
          max={end}
          step={step}
          value={last}
          onChange={({ target }) => set(first, Math.max(Number(target.value), first))}
          className={slider}
        />
      </div>
    </fieldset>
  )
}

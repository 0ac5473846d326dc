/** '2 / 5 done' with a bar as long as what is done. */
export function Places({ done, of }: { done: number; of: number }) {
  return (
    <span className="block text-right text-ink-2 text-sm">
      {done} / {of} done
      <span aria-hidden="true" className="mt-1 block h-1 w-20 overflow-hidden rounded bg-sunk">
        <span
          className="block h-full rounded bg-green-ink"
          style={{ width: `${of > 0 ? Math.min(100, (done / of) * 100) : 0}%` }}
        />
      </span>
    </span>
  )
}

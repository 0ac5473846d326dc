/** The end of an id, which tells it from others; the whole of it on hover. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="font-mono text-[0.85em] text-ink-2">
      {id.slice(-6)}
    </span>
  )
}

/** Collects the lines that this process writes from now on. The terminal does not show them. */
export function captureOutputLines(): string[] {
  const lines: string[] = []
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      return true
    })
  }
  return lines
}

import { vi } from 'vitest'

/** What this process writes from now on, line by line, in place of its terminal. */
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

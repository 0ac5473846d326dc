import { throttles } from '../../domain/limits.ts'

const shortest = Math.min(...Object.values(throttles).map(({ seconds }) => seconds)) * 1000
const enough = 75_000

/**
 * Waits if a window of any throttle ends within 75 seconds, so that all attempts of a test count in one window, also on a busy machine.
 * Every longer window is a multiple of the shortest one.
 */
export async function waitForOneWindow(): Promise<void> {
  const left = shortest - (Date.now() % shortest)
  if (left < enough) await new Promise((resolve) => setTimeout(resolve, left))
}

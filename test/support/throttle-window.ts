const enough = 75_000

/**
 * Waits if the throttle's window of `seconds` ends within 75 seconds, so that all attempts of a test count in one window,
 * also on a busy machine.
 */
export async function waitForOneWindow({ seconds }: { seconds: number }): Promise<void> {
  const left = seconds * 1000 - (Date.now() % (seconds * 1000))
  if (left < enough) await new Promise((resolve) => setTimeout(resolve, left))
}

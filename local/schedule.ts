import { handler } from '../functions/handlers/settle.ts'

const everyMinute = 60_000

/** Calls the settle handler every minute, as EventBridge does when deployed. */
export async function startSchedule(): Promise<{ close(): Promise<void> }> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = handler().catch((error: unknown) => console.error('The scheduled settle run failed:', error))
  }, everyMinute)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

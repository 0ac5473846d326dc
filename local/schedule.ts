import { handler as schedule } from '../functions/handlers/schedule.ts'
import { handler as settle } from '../functions/handlers/settle.ts'

const everyMinute = 60_000

interface Runs {
  close(): Promise<void>
}

/** Runs `settle` and `schedule` every minute, as EventBridge does on AWS. */
export async function startSchedule(): Promise<Runs> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = Promise.all(
      [settle(), schedule()].map((run) =>
        run.catch((error: unknown) => console.error('A scheduled run failed:', error)),
      ),
    )
  }, everyMinute)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Runs settle when the stream asks for it: one run at a time, and one more after it for everything that was asked for
 * meanwhile. On AWS reserved concurrency and the lease have the same effect.
 */
export function settleOnRequest(): Runs & { start(): Promise<void> } {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  async function run() {
    do {
      isAskedAgain = false
      await settle({ startedBy: 'stream' }).catch((error: unknown) =>
        console.error('A settle run that the stream started failed:', error),
      )
    } while (isAskedAgain)
    running = null
  }
  return {
    async start() {
      isAskedAgain = true
      running ??= run()
    },
    async close() {
      isAskedAgain = false
      await running
    },
  }
}

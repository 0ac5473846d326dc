import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')
const START_TIMEOUT_MILLISECONDS = 180_000

/** A marketplace in its own process, as `npm start` starts it. `output`: its output so far. */
export type StackProcess = { url: string; output: () => string; stop: () => Promise<void> }

/**
 * Starts a marketplace on a free port and waits until it answers. It ends with `stop`, or when this process ends.
 * There are no scheduled settle runs, because a test may expect that a payout stays unpaid. @throws Error with the
 * output of the marketplace, if it ends or takes too long before it is ready
 */
export async function startStackProcess(): Promise<StackProcess> {
  const command = [process.execPath, 'local/start.ts', '--no-schedule']
  const child = spawn(process.execPath, ['local/exit-with-parent.ts', ...command], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  // Closing this pipe stops the child. The error of a child that has already ended can be ignored.
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit')

  async function stop(): Promise<void> {
    child.stdin.end()
    await ended
  }

  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS
  for (;;) {
    const url = output.match(/ready after .* (http:\S+)\s/)?.[1]
    if (url) return { url, output: () => output, stop }
    const problem =
      child.exitCode !== null ? 'ended before it was ready' : Date.now() > deadline ? 'took too long' : null
    if (problem) {
      await stop()
      throw new Error(`The marketplace ${problem}. It wrote:\n${output}`)
    }
    await wait(100)
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../local/engines/free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
const PATIENCE_MILLISECONDS = 90_000

/** A whole marketplace of one's own, as `npm start` brings it up. `output`: what it has written so far. */
export type Stack = { url: string; output: () => string; stop: () => Promise<void> }

/**
 * Starts a marketplace on a free port and waits until it answers. It ends with `stop`, or with this process.
 *
 * @throws Error with what it wrote, when it ends or takes too long before it is ready
 */
export async function startStack(): Promise<Stack> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    ['test/support/exit-with-parent.ts', process.execPath, 'local/start.ts'],
    {
      cwd: root,
      env: { ...process.env, PORT: String(port) },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  // Closing the pipe is the signal; that the other end is gone already is no news.
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit')

  async function stop(): Promise<void> {
    child.stdin.end()
    await ended
  }

  const deadline = Date.now() + PATIENCE_MILLISECONDS
  while (!(/\bready\b/.test(output) && (await answers(url)))) {
    const trouble =
      child.exitCode !== null ? 'ended before it was ready' : Date.now() > deadline ? 'took too long' : null
    if (trouble) {
      await stop()
      throw new Error(`The marketplace ${trouble}. It wrote:\n${output}`)
    }
    await wait(100)
  }
  return { url, output: () => output, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/config.json`)).ok
  } catch {
    return false
  }
}

import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const groups = new Set<number>()

/**
 * Runs a command of node_modules/.bin or of the PATH in the project's root until it ends or `limitSeconds` are over,
 * handing on what it writes as it comes. Whatever it started and left behind ends with it.
 */
export function run(
  words: string[],
  options: { env?: NodeJS.ProcessEnv; limitSeconds: number; onText: (text: string) => void },
): Promise<{ ok: boolean }> {
  const { env, limitSeconds, onText } = options
  const [command = '', ...args] = words
  const child = spawn(command, args, {
    cwd: root,
    // A group of its own, so that its servers and browsers can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...colour(),
      ...env,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    },
  })
  const group = child.pid
  if (group) groups.add(group)
  child.stdout.setEncoding('utf8').on('data', onText)
  child.stderr.setEncoding('utf8').on('data', onText)
  const limit = setTimeout(() => {
    onText(`\n${words.join(' ')} did not finish in ${limitSeconds} s and was ended.\n`)
    end(group)
  }, limitSeconds * 1000)
  return new Promise((resolve) => {
    child.on('error', (error) => onText(`${command} could not be started: ${error.message}\n`))
    child.on('exit', () => end(group))
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ ok: code === 0 })
    })
  })
}

/** Colour as if the command wrote to our own output, which it does in the end. */
function colour(): NodeJS.ProcessEnv {
  if (process.env.FORCE_COLOR || process.env.NO_COLOR) return {}
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
}

/** Ends every command still running, with all it started. */
export function endAll(): void {
  for (const group of groups) end(group)
}

function end(group: number | undefined): void {
  if (!group || !groups.delete(group)) return
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const groups = new Set<number>()
const isWindows = process.platform === 'win32'

/** The scripts of npm tools, because Windows cannot start the files of node_modules/.bin without a shell. */
const tools: Record<string, string> = {
  biome: '@biomejs/biome/bin/biome',
  hardhat: 'hardhat/dist/src/cli.js',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/**
 * Runs one of `tools` or a command of the PATH in the project's root until it ends or `limitSeconds` have passed.
 * Its output is passed to `onText`. Child processes that it leaves behind are killed.
 */
export function run(
  commandLine: string[],
  options: { env?: NodeJS.ProcessEnv; limitSeconds: number; onText: (text: string) => void },
): Promise<{ ok: boolean }> {
  const { env, limitSeconds, onText } = options
  const [command = '', ...args] = commandLine
  const tool = tools[command]
  const script = tool ? [path.join(root, 'node_modules', tool)] : []
  const child = spawn(tool ? process.execPath : command, [...script, ...args], {
    cwd: root,
    // A process group of its own, so that its servers and browsers can be killed with it. Windows has none.
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Node keeps compiled modules for the many processes of the tests, which halves the processor time of a command.
    env: {
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
      ...process.env,
      ...colorEnvironment(),
      ...env,
    },
  })
  const group = child.pid
  if (group) groups.add(group)
  child.stdout.setEncoding('utf8').on('data', onText)
  child.stderr.setEncoding('utf8').on('data', onText)
  const limit = setTimeout(() => {
    onText(`\n${commandLine.join(' ')} did not finish in ${limitSeconds} s and was killed.\n`)
    kill(group)
  }, limitSeconds * 1000)
  return new Promise((resolve) => {
    child.on('error', (error) => onText(`${command} could not be started: ${error.message}\n`))
    child.on('exit', () => kill(group))
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ ok: code === 0 })
    })
  })
}

/** The command writes to a pipe, but its output is shown on our terminal: colors follow our terminal. */
function colorEnvironment(): NodeJS.ProcessEnv {
  if (process.env.FORCE_COLOR || process.env.NO_COLOR) return {}
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
}

/** Kills every running command and its child processes. */
export function killAll(): void {
  for (const group of groups) kill(group)
}

function kill(group: number | undefined): void {
  if (!group || !groups.delete(group)) return
  if (isWindows) return void spawnSync('taskkill', ['/pid', String(group), '/t', '/f'])
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

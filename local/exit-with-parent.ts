// Runs a command and ends it when the parent process ends. Our standard input is closed then, even if the parent was
// killed. The command gets a standard input that is closed then too, for what goes on without its command, as a container.
import { spawn } from 'node:child_process'

const KILL_AFTER_MILLISECONDS = 5000
const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] })
child.on('exit', (code) => process.exit(code ?? 1))

function end(): void {
  child.stdin.end()
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MILLISECONDS)
}

process.stdin.on('end', end).on('error', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

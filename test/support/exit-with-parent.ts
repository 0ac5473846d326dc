// Runs a command for as long as whoever started us lives: their end closes our standard input, however they ended.
import { spawn } from 'node:child_process'

const PATIENCE_MILLISECONDS = 5000
const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
child.on('exit', (code) => process.exit(code ?? 1))

function end(): void {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS)
}

process.stdin.on('end', end).on('error', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
